const BLOCK = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** `fields` is YAML, possibly "". Returns null without front matter. */
export function splitFrontMatter(text: string): { fields: string; body: string } | null {
  const found = BLOCK.exec(text)
  return found && { fields: found[1] ?? '', body: text.slice(found[0].length) }
}
