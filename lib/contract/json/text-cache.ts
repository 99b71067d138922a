/** Results kept by the text they were made from. Ground. */

export type TextCache<Value> = {
  /** What was made from `text`, or else what `make` makes of it now. A `make` that throws is not kept. */
  (text: string, make: () => Value): Value
  /** How many are kept. */
  size: () => number
}

type Bounds = {
  /** Of the texts together: one may be 256 KiB and the next twenty characters. */
  characters: number
  /** However short they are: what is made of a short text may still be large. */
  entries: number
}

/** A function that makes each text's value once. What was used longest ago goes first. */
export function textCache<Value>(most: Bounds): TextCache<Value> {
  const kept = new Map<string, Value>()
  let characters = 0

  const remember = (text: string, make: () => Value): Value => {
    const isKept = kept.has(text)
    const value = isKept ? (kept.get(text) as Value) : make()
    // Moved to the end: a Map remembers the order of insertion.
    kept.delete(text)
    kept.set(text, value)
    if (!isKept) characters += text.length
    for (const oldest of kept.keys()) {
      const isFull = characters > most.characters || kept.size > most.entries
      if (!isFull || kept.size === 1) break
      kept.delete(oldest)
      characters -= oldest.length
    }
    return value
  }
  return Object.assign(remember, { size: () => kept.size })
}
