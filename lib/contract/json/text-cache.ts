/** Results kept by the text they were made from. Ground. */

/**
 * A function that makes each text's value once. Bounded by the characters it holds, because one text may be
 * 256 KiB and the next twenty bytes; what was used longest ago goes first. A `make` that throws is not kept.
 */
export function textCache<Value>(mostCharacters: number): (text: string, make: () => Value) => Value {
  const kept = new Map<string, Value>()
  let characters = 0

  return (text, make) => {
    const isKept = kept.has(text)
    const value = isKept ? (kept.get(text) as Value) : make()
    // Moved to the end: a Map remembers the order of insertion.
    kept.delete(text)
    kept.set(text, value)
    if (!isKept) characters += text.length
    for (const oldest of kept.keys()) {
      if (characters <= mostCharacters || kept.size === 1) break
      kept.delete(oldest)
      characters -= oldest.length
    }
    return value
  }
}
