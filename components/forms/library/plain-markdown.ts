/** Renders Markdown as text. */
export function Markdown({ children }: { children?: string }): string | undefined {
  return children
}
