/** Whether a value is one of a list, however long that is. Ground; also in the browser. */
import type { Json } from '../json/json.ts'
import { sameText } from '../json/json-equality.ts'

const known = new WeakMap<Json[], (value: Json) => boolean>()

/** The question for one list, which must not be changed afterwards. */
export function amongThese(values: Json[]): (value: Json) => boolean {
  const found = known.get(values) ?? makeQuestion(values)
  known.set(values, found)
  return found
}

function makeQuestion(values: Json[]): (value: Json) => boolean {
  const plain = new Set(values.filter(isPlain))
  const texts = new Set(values.filter((each) => !isPlain(each)).map(sameText))
  return (value) => (isPlain(value) ? plain.has(value) : texts.size > 0 && texts.has(sameText(value)))
}

function isPlain(value: Json): boolean {
  return typeof value !== 'object' || value === null
}
