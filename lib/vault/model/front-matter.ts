const BLOCK = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** Splits a text into its front matter and its body; null without front matter. `fields` is YAML, possibly "". */
export function splitFrontMatter(text: string): { fields: string; body: string } | null {
  const found = BLOCK.exec(text)
  return found && { fields: found[1] ?? '', body: text.slice(found[0].length) }
}
