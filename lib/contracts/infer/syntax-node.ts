import type { SyntaxNode } from '@lezer/common'

export type { SyntaxNode }

export function namedChildren(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (/^\w/.test(child.name)) children.push(child)
  return children
}

export function readNodeText(node: SyntaxNode, source: string): string {
  return source.slice(node.from, node.to)
}

/** Returns undefined for text with escapes. */
export function stringValue(literal: string): string | undefined {
  return /^(["'`])((?:(?!\1|\\).)*)\1$/s.exec(literal)?.[2]
}
