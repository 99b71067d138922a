/** The name a list shows for a document that may be half written. Floor 3, pure. */
import type { Json } from '../contract/json/json.ts'

const MAX_CHARS = 100

/** A line that storage accepts: working copies may hold a NUL or half a character, columns of text may not. */
export function listName(name: Json | undefined, slug: string): string {
  const words = typeof name === 'string' ? name.replaceAll('\0', '').toWellFormed().trim() : ''
  return words.slice(0, MAX_CHARS).toWellFormed() || slug
}
