const BLOCK = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** Returns the YAML ("" if empty) and the text after it; null without front matter. */
export function splitFrontMatter(text: string): { fields: string; body: string } | null {
  const found = BLOCK.exec(text)
  return found && { fields: found[1] ?? '', body: text.slice(found[0].length) }
}
