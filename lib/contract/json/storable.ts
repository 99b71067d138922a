/** Texts that a text column can hold. Ground; whatever stands in a URL or a form may be none. */

/** False for a text with a NUL, which Postgres refuses, or with half a character, which it could not give back. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The same text with a mark in place of what a column could not hold. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
