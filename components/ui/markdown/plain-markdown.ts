/** The patterns take quadratic time in the worst case. */
const MAX_CHARS = 2_000

/** Returns a text without the marks of Markdown, to show while the parser loads. A long text stays as it is. */
export function plainMarkdown(text: string): string {
  if (text.length > MAX_CHARS) return text
  return text
    .replaceAll(/^ {0,3}(#{1,6} +|> ?|```.*$)/gm, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]*?\S)\*(?![\w*])/g, '$1')
}
