/** False for text with NUL, which Postgres refuses, or lone surrogates, which it cannot store. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
