import type { Json } from '#lib/json/json.ts'
import { applyPatch, inverseOf } from '#lib/json/json-patch.ts'
import { applyFixes } from '#lib/skillset/lint/lint.ts'
import type { LintFinding } from '#lib/skillset/lint/model/linted-skill.ts'

type AppliedFixes = {
  document: Json
  applied: LintFinding[]
  /** Later edits stay. */
  undo: (now: Json) => Json
}

export function applyFixesByKey(before: Json, keys: readonly string[]): AppliedFixes {
  const wanted = new Set(keys)
  const { document, applied } = applyFixes(before, ({ key }) => wanted.has(key))
  const inversePatch = inverseOf(
    before,
    applied.flatMap(({ fix }) => fix?.edits ?? []),
  )
  const undo = (now: Json) => (now === document ? before : (applyPatch(now, inversePatch) ?? now))
  return { document, applied, undo }
}
