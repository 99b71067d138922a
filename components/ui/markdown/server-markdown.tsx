/** Parses in a worker thread. */
import 'server-only'
import { Fragment, type ReactElement } from 'react'
import type { MarkdownTree } from '#lib/kernel/markdown/parse-markdown.ts'
import { readMarkdown } from '#lib/kernel/markdown/read-markdown.ts'
import { type HeadingLevel, MarkdownBody, renderTree } from './markdown-tree.tsx'

type ServerMarkdownProps = {
  text: string
  owner: string
  headingLevel?: HeadingLevel
  className?: string
}

export async function ServerMarkdown({ text, owner, headingLevel = 3, className }: ServerMarkdownProps) {
  const tree = await readMarkdown(text, owner)
  // React cannot send one empty element twice.
  const drawn = tree && (tree.children.length === 0 ? <Fragment /> : drawOnce(tree, headingLevel))
  return <MarkdownBody text={text} drawn={drawn} className={className} />
}

const renderedTrees = new WeakMap<MarkdownTree, Map<HeadingLevel, ReactElement>>()

/** The element is the same for every viewer. */
function drawOnce(tree: MarkdownTree, headingLevel: HeadingLevel): ReactElement {
  const known = renderedTrees.get(tree) ?? new Map<HeadingLevel, ReactElement>()
  const drawn = known.get(headingLevel) ?? renderTree(tree, headingLevel)
  renderedTrees.set(tree, known.set(headingLevel, drawn))
  return drawn
}
