/** Stands for markdown-to-jsx in bundles: what the form library shows by itself is plain text. */
export function Markdown({ children }: { children?: string }): string | undefined {
  return children
}
