/** Front matter: YAML between two lines of dashes, at the beginning of a note. Ground, pure. Source: YAML 1.2.2. */
const BLOCK = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** The fields as they are written ("" when there are none) and the text after them; null for a text that has no such block. */
export function splitFrontMatter(text: string): { fields: string; body: string } | null {
  const found = BLOCK.exec(text)
  return found && { fields: found[1] ?? '', body: text.slice(found[0].length) }
}
