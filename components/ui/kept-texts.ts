/** What was made of a text, kept for the next time it is asked for. Bounded by what the texts weigh together. */

/**
 * Returns `make(text)`, made once for as long as it is kept: what was used last is forgotten last. A text heavier
 * than all that may be kept is made anew each time.
 */
export function keepPerText<Made>(make: (text: string) => Made, maxChars: number): (text: string) => Made {
  const kept = new Map<string, Made>()
  let chars = 0
  return (text) => {
    const known = kept.get(text)
    const made = known ?? make(text)
    if (known === undefined) chars += text.length
    // Set again to stand last: the first is the one to forget.
    kept.delete(text)
    kept.set(text, made)
    for (const oldest of kept.keys()) {
      if (chars <= maxChars) break
      kept.delete(oldest)
      chars -= oldest.length
    }
    return made
  }
}
