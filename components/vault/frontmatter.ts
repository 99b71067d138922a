/** The block of fields that a note may begin with. Pure. */

/** The fields as they are written, and the text after them. */
export function withoutFrontmatter(text: string): { fields?: string; body: string } {
  const found = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  return found ? { fields: found[1] ?? '', body: text.slice(found[0].length) } : { body: text }
}
