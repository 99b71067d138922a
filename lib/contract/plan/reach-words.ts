/**
 * What a skill may do besides what a step's arguments say, for whoever is asked to agree to a plan. Ground; also in the
 * browser. Its code decides when it runs: only its declarations are known before.
 */

import { listed } from '../document/listed.ts'
import { TOOL_WORDS } from '../document/tool-words.ts'
import type { PlanTool } from './plan-tool.ts'

/** Sentences; none for a built-in tool, which does what its preview says, and for what only reads. */
export function reachWords(tool: PlanTool | undefined): string[] {
  if (tool?.kind !== 'skill' || tool.riskLevel === 'read-only') return []
  const { uses = [], sideEffects } = tool
  const changing = uses.filter((name) => wordsOf(name) && wordsOf(name)?.risk !== 'read-only')
  const called = uses.filter((name) => !wordsOf(name))
  return [
    ...(changing.length > 0
      ? [
          `Its code ${listed(
            changing.map((name) => wordsOf(name)!.does),
            'and',
          )}${placesOf(tool, changing)}.`,
        ]
      : []),
    ...(sideEffects.length > 0
      ? [`It says what else it does: ${sideEffects.join('; ').replace(/\.$/, '')}.`]
      : []),
    ...(called.length > 0 ? [`It may run ${listed(called, 'and')}.`] : []),
  ]
}

function wordsOf(name: string) {
  return Object.hasOwn(TOOL_WORDS, name) ? TOOL_WORDS[name] : undefined
}

function placesOf({ vaultPlaces }: PlanTool, changing: readonly string[]): string {
  if (!changing.some((name) => name.startsWith('vault.'))) return ''
  return vaultPlaces ? `, only at ${listed(vaultPlaces, 'and')}` : ', at any path'
}
