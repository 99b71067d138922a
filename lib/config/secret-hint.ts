// It would reveal too much of shorter ones.
const HINT_FROM_CHARS = 13

/** Recognisable; null for short secrets. */
export function hintOf(text: string): string | null {
  const characters = [...text.replaceAll('\0', '')]
  return characters.length >= HINT_FROM_CHARS ? characters.slice(-4).join('') : null
}
