/** Renders Markdown as plain text. */
export function Markdown({ children }: { children?: string }): string | undefined {
  return children
}
