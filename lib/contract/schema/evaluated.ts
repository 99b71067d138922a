/** Which keys and items of a value some schema has looked at: what `unevaluated…` asks. Ground. Source: JSON Schema 2020-12 Core §11. */

export type Evaluated = { keys: Set<string>; allKeys: boolean; items: Set<number>; allItems: boolean }

export function nothingEvaluated(): Evaluated {
  return { keys: new Set(), allKeys: false, items: new Set(), allItems: false }
}

/** Adds what `other` has looked at. */
export function merge(into: Evaluated, other: Evaluated): void {
  for (const key of other.keys) into.keys.add(key)
  into.allKeys ||= other.allKeys
  for (const index of other.items) into.items.add(index)
  into.allItems ||= other.allItems
}
