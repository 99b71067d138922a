/** The server renders only what surely parses fast; other texts are plain until hydration. */
'use client'

import { type ReactElement, useSyncExternalStore } from 'react'
import { parseWithinBounds } from '#lib/kernel/markdown/parse-markdown.ts'
import { type HeadingLevel, MarkdownBody, type OwnParts, renderTree } from './markdown-tree.tsx'

type MarkdownProps = {
  text: string
  headingLevel?: HeadingLevel
  className?: string
  read?: MarkdownReader
}

/** Returns null for plain text. */
export type MarkdownReader = (text: string) => ReactElement | null

export function Markdown({
  text,
  headingLevel = 3,
  className,
  read = renderMarkdown[headingLevel],
}: MarkdownProps) {
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const drawn = isFastToParse(text) || (isBrowser && isReadable(text)) ? read(text) : null
  return <MarkdownBody text={text} drawn={drawn} className={className} />
}

const CACHED_CHARS = 2_000_000
export const renderMarkdown = { 2: markdownReader(2), 3: markdownReader(3), 4: markdownReader(4) }

/** Called, not rendered, so that the tree can be reused. */
export function markdownReader(headingLevel: HeadingLevel, own?: OwnParts): MarkdownReader {
  return cachePerText((text) => {
    const tree = parseWithinBounds(text)
    return tree && renderTree(tree, headingLevel, own)
  }, CACHED_CHARS)
}

const MARK = /[*_~[\]!&|<>`=]/g
const LINE_BREAK = /\n/g
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

/** True if parsing takes under 5 ms. */
function isFastToParse(text: string): boolean {
  return text.length <= 1_000 && count(text, LINE_BREAK) <= 40 && count(text, MARK) <= 200
}

/** True if rendering takes under a second in a browser. */
function isReadable(text: string): boolean {
  return count(text, /[*_~[\]]/g) <= 4_000 && count(text, LINE_BREAK) <= 5_000
}

/** An LRU cache, limited by total length. */
export function cachePerText<Made>(make: (text: string) => Made, maxChars: number): (text: string) => Made {
  const cache = new Map<string, Made>()
  let chars = 0
  return (text) => {
    const known = cache.get(text)
    const made = known ?? make(text)
    if (known === undefined) chars += text.length
    cache.delete(text)
    cache.set(text, made)
    for (const oldest of cache.keys()) {
      if (chars <= maxChars) break
      cache.delete(oldest)
      chars -= oldest.length
    }
    return made
  }
}
