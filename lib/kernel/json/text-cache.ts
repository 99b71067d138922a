type TextCache<Value> = {
  (text: string, make: () => Value): Value
  has: (text: string) => boolean
  size: () => number
}

type Bounds = {
  characters: number
  entries: number
}

export function textCache<Value>(limits: Bounds): TextCache<Value> {
  const entries = new Map<string, Value>()
  let characters = 0

  const remember = (text: string, make: () => Value): Value => {
    const isCached = entries.has(text)
    const value = isCached ? (entries.get(text) as Value) : make()
    entries.delete(text)
    entries.set(text, value)
    if (!isCached) characters += text.length
    for (const oldest of entries.keys()) {
      const isFull = characters > limits.characters || entries.size > limits.entries
      if (!isFull || entries.size === 1) break
      entries.delete(oldest)
      characters -= oldest.length
    }
    return value
  }
  return Object.assign(remember, { has: (text: string) => entries.has(text), size: () => entries.size })
}
