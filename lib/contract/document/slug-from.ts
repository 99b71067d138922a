/** A slug out of a name, as a suggestion. Ground; also in the browser. */

const MAX_CHARS = 64

/** "Café & Co. 2" → "cafe_co_2"; "" when nothing of the name can stand in a slug. */
export function slugFrom(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_CHARS)
    .replace(/^_+|_+$/g, '')
}
