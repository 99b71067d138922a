import { applyFixes } from '#lib/contracts/lint/lint.ts'
import type { LintFinding } from '#lib/contracts/lint/model/linted-skill.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { applyPatch, invertPatch } from '#lib/kernel/json/json-patch.ts'

type AppliedFixes = {
  document: Json
  applied: LintFinding[]
  /** Takes the fixes back in the current document; later edits stay. */
  undo: (now: Json) => Json
}

export function applyFixesByKey(before: Json, keys: readonly string[]): AppliedFixes {
  const keySet = new Set(keys)
  const { document, applied } = applyFixes(before, ({ key }) => keySet.has(key))
  const inversePatch = invertPatch(
    before,
    applied.flatMap(({ fix }) => fix?.edits ?? []),
  )
  const undo = (now: Json) => (now === document ? before : (applyPatch(now, inversePatch) ?? now))
  return { document, applied, undo }
}
