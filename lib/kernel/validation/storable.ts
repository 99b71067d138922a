/** False for text with NUL, which Postgres refuses, or lone surrogates, which it cannot store. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Replaces each NUL and lone surrogate with U+FFFD. Returns storable text unchanged. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/**
 * Replaces the same characters in every text of a JSON value, also in names. For what we write about a run, such as its
 * error; authored values, such as its output, are stored as they are.
 */
export function toStorableJson<Value>(value: Value): Value {
  return (isStorableJson(value) ? value : replaceIn(value)) as Value
}

function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (Array.isArray(value)) return value.every(isStorableJson)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, each]) => isStorable(name) && isStorableJson(each))
}

function replaceIn(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value)
  if (Array.isArray(value)) return value.map(replaceIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [toStorable(name), replaceIn(each)]))
}
