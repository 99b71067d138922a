/** Effects that a skill declares beyond its arguments. */

import { TOOL_DESCRIPTIONS } from '../../../contracts/permissions/permission-lines.ts'
import { formatList } from '../../../kernel/text/format.ts'
import type { PlanTool } from '../document/plan-tool.ts'

/** Empty for built-in tools, which have previews, and read-only skills. */
export function skillEffectLines(tool: PlanTool | undefined): string[] {
  if (tool?.kind !== 'skill' || tool.riskLevel === 'read-only') return []
  const { uses = [], sideEffects } = tool
  const changing = uses.filter((name) => toolDescription(name) && toolDescription(name)?.risk !== 'read-only')
  const called = uses.filter((name) => !toolDescription(name))
  return [
    ...(changing.length > 0
      ? [
          `Its code ${formatList(
            changing.map((name) => toolDescription(name)!.does),
            'and',
          )}${vaultScopeText(tool, changing)}.`,
        ]
      : []),
    ...(sideEffects.length > 0
      ? [`It also declares these side effects: ${sideEffects.join('; ').replace(/\.$/, '')}.`]
      : []),
    ...(called.length > 0 ? [`It may run ${formatList(called, 'and')}.`] : []),
  ]
}

function toolDescription(name: string) {
  return Object.hasOwn(TOOL_DESCRIPTIONS, name) ? TOOL_DESCRIPTIONS[name] : undefined
}

function vaultScopeText({ vaultPatterns }: PlanTool, changing: readonly string[]): string {
  if (!changing.some((name) => name.startsWith('vault.'))) return ''
  return vaultPatterns ? `, only at ${formatList(vaultPatterns, 'and')}` : ', at any path'
}
