import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

type Weighed<Value> = { value: Value; weight: number }

/**
 * Returns a function that computes each key's value once, also for concurrent callers. Evicts the least recently used
 * above `maxWeight`. Failures are not cached.
 */
export function resultCache<Value>(maxWeight: number) {
  const cache = new LRUCache<string, Promise<Weighed<Value>>>({ maxSize: maxWeight })

  return async (key: string, make: () => Promise<Weighed<Value>>): Promise<Value> => {
    const known = cache.get(key)
    const made = known ?? make()
    if (!known) {
      // The weight is known only when the value is: until then the entry counts as one.
      cache.set(key, made, { size: 1 })
      made.then(
        ({ weight }) => cache.peek(key) === made && cache.set(key, made, { size: Math.max(1, weight) }),
        () => cache.peek(key) === made && cache.delete(key),
      )
    }
    return (await made).value
  }
}

export function contentKey(...texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text.length}:`).update(text)
  return hash.digest('base64')
}
