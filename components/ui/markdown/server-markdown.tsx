/** Renders Markdown on the server, parsed in a worker thread. */
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
  // React cannot send the same element without children twice.
  const rendered = tree && (tree.children.length === 0 ? <Fragment /> : renderOnce(tree, headingLevel))
  return <MarkdownBody text={text} rendered={rendered} className={className} />
}

const renderedTrees = new WeakMap<MarkdownTree, Map<HeadingLevel, ReactElement>>()

/** Renders a tree once for all viewers. */
function renderOnce(tree: MarkdownTree, headingLevel: HeadingLevel): ReactElement {
  const cached = renderedTrees.get(tree) ?? new Map<HeadingLevel, ReactElement>()
  const rendered = cached.get(headingLevel) ?? renderTree(tree, headingLevel)
  renderedTrees.set(tree, cached.set(headingLevel, rendered))
  return rendered
}
