/** What limits the calls of a key, with those of the keys minted from it. See docs/spec/execution.md §5. */

/** How many keys a chain may have: the one that a person created, and three that were minted one from another. */
export const MAX_GENERATIONS = 4

/** How many keys that were minted from one, also over several generations, may be valid at a time. */
export const MAX_MINTED_KEYS = 200

export type KeyBudget = {
  /** The keys that it was minted from, the first one first. */
  ancestorIds: readonly string[]
  maxPriceMicros: bigint | null
  confirmAboveMicros: bigint | null
  totalCapMicros: bigint | null
  maxRuns: number | null
}

/** Returns true if each call of the key has to be counted. This never changes for a key. */
export function isBudgeted(key: KeyBudget): boolean {
  const { ancestorIds, maxPriceMicros, confirmAboveMicros, totalCapMicros, maxRuns } = key
  const limits = [maxPriceMicros, confirmAboveMicros, totalCapMicros, maxRuns]
  return ancestorIds.length > 0 || limits.some((limit) => limit !== null)
}
