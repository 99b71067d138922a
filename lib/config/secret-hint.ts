// The last four characters would reveal too much of shorter secrets.
const HINT_FROM_CHARS = 13

/** The last four characters, so that people recognise a secret; null for short ones. */
export function hintOf(text: string): string | null {
  const characters = [...text.replaceAll('\0', '')]
  return characters.length >= HINT_FROM_CHARS ? characters.slice(-4).join('') : null
}
