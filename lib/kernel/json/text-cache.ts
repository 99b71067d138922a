import { LRUCache } from 'lru-cache'

type TextCache<Value> = {
  (text: string, make: () => Value): Value
  has: (text: string) => boolean
  size: () => number
}

type Bounds = {
  /** Of all texts together; a longer text is not cached. */
  characters: number
  entries: number
}

/**
 * Returns a function that computes the value of a text once, until the cache is full and the text was used longest
 * ago. A failed computation is repeated.
 */
export function textCache<Value>({ characters, entries }: Bounds): TextCache<Value> {
  // A value can be undefined, which the library takes for absent.
  const cache = new LRUCache<string, { value: Value }>({
    max: entries,
    maxSize: characters,
    sizeCalculation: (_, text) => Math.max(1, text.length),
  })
  const remember = (text: string, make: () => Value): Value => {
    const known = cache.get(text)
    if (known) return known.value
    const value = make()
    cache.set(text, { value })
    return value
  }
  return Object.assign(remember, { has: (text: string) => cache.has(text), size: () => cache.size })
}
