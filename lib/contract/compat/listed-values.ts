/** Lists of values, asked whether they hold one: each list is read once. Ground. */
import type { Json } from '../json/json.ts'
import { sameText } from '../json/json-equality.ts'

const remembered = new WeakMap<readonly Json[], Set<string>>()

/** Whether one of `values` is the same value; the list must not be changed afterwards. */
export function isListed(values: readonly Json[], value: Json): boolean {
  let texts = remembered.get(values)
  if (!texts) {
    texts = new Set(values.map(sameText))
    remembered.set(values, texts)
  }
  return texts.has(sameText(value))
}
