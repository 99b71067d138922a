/** What looking for a value can end in. Ground; types and three constants. */
import type { Json } from '../json/json.ts'

/** A value; the proof that there is none; or neither. */
export type Answer = { found: Json } | 'none' | 'unknown'

export function isFound(answer: Answer): answer is { found: Json } {
  return typeof answer === 'object'
}

/** Of several ways, any of which would do: the first value, else whether all are surely closed. */
export function firstOf<Item>(items: Iterable<Item>, ask: (item: Item) => Answer): Answer {
  let isSure = true
  for (const item of items) {
    const answer = ask(item)
    if (isFound(answer)) return answer
    if (answer === 'unknown') isSure = false
  }
  return isSure ? 'none' : 'unknown'
}
