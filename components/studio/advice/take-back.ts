/** Following advice, and the way back. Pure. */
import type { Json } from '#lib/contract/json/json.ts'
import { applyPatch, inverseOf } from '#lib/contract/json/json-patch.ts'
import type { Finding } from '#lib/contract/lint/finding.ts'
import { followAll } from '#lib/contract/lint/lint.ts'

export type Followed = {
  document: Json
  applied: Finding[]
  /** The document without what was applied; what was typed since stays. */
  takeBack: (now: Json) => Json
}

/** Follows those of `keys` that are still to be found in the document as it is now. */
export function followKeys(before: Json, keys: readonly string[]): Followed {
  const wanted = new Set(keys)
  const { document, applied } = followAll(before, ({ key }) => wanted.has(key))
  const undo = inverseOf(
    before,
    applied.flatMap(({ fix }) => fix?.edits ?? []),
  )
  const takeBack = (now: Json) => (now === document ? before : (applyPatch(now, undo) ?? now))
  return { document, applied, takeBack }
}
