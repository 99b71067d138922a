/** Advice on contracts, with fixes: docs/spec/contracts.md §7. */

import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { applyPatch, type Operation } from '../../kernel/json/json-patch.ts'
import { convertCapabilities } from '../document/from-capabilities.ts'
import { skillEntries } from '../document/skill-entries.ts'
import { LINT_RULES } from './lint-rules.ts'
import { type LintFinding, lintedSkill } from './model/linted-skill.ts'

/** Returns the findings of all rules. The document may be unfinished. */
export function lint(given: Json): LintFinding[] {
  if (!isObject(given)) return []
  const { document, origin } = convertCapabilities(given)
  return skillEntries(document).flatMap(([skill, index]) =>
    skill.kind === 'instruction'
      ? []
      : lintSkill(document, skill, index).map((each) => atOrigin(each, origin)),
  )
}

function lintSkill(document: JsonObject, skill: JsonObject, index: number): LintFinding[] {
  const pointer = `/skills/${index}`
  const linted = lintedSkill(document, skill, pointer)
  const name = typeof skill.slug === 'string' ? skill.slug : String(index)
  return LINT_RULES.flatMap(({ id, reason, check }) =>
    check(linted).map((advice) => ({
      rule: id,
      severity: 'advice' as const,
      reason,
      key: `${id} ${name}${advice.pointer.slice(pointer.length)}`,
      ...advice,
    })),
  )
}

function atOrigin(finding: LintFinding, origin: (pointer: string) => string): LintFinding {
  const pointer = origin(finding.pointer)
  if (!finding.fix) return { ...finding, pointer }
  return {
    ...finding,
    pointer,
    fix: { ...finding.fix, edits: finding.fix.edits.map((edit) => editAtOrigin(edit, origin)) },
  }
}

function editAtOrigin(edit: Operation, origin: (pointer: string) => string): Operation {
  return edit.op === 'move'
    ? { ...edit, from: origin(edit.from), path: origin(edit.path) }
    : { ...edit, path: origin(edit.path) }
}

export function applyFix(document: Json, { fix }: LintFinding): Json | undefined {
  return fix && applyPatch(document, fix.edits)
}

// A fix may make others possible.
const MAX_ROUNDS = 500

export function applyFixes(
  document: Json,
  isWanted: (finding: LintFinding) => boolean = () => true,
): { document: Json; applied: LintFinding[] } {
  const applied: LintFinding[] = []
  const tried = new Set<string>()
  let now = document
  while (tried.size < MAX_ROUNDS) {
    const next = lint(now).find((finding) => finding.fix && !tried.has(finding.key) && isWanted(finding))
    if (!next) break
    tried.add(next.key)
    const after = applyFix(now, next)
    if (after === undefined) continue
    applied.push(next)
    now = after
  }
  return { document: now, applied }
}
