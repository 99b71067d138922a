/** The server renders only texts that surely parse fast; other texts are shown unformatted until hydration. */
'use client'

import type { ReactElement } from 'react'
import { parseWithinBounds } from '#lib/kernel/markdown/parse-markdown.ts'
import { useIsHydrated } from '../../browser/use-is-hydrated.ts'
import { type HeadingLevel, type LinkRenderers, MarkdownBody, renderTree } from './markdown-tree.tsx'

type MarkdownProps = {
  text: string
  headingLevel?: HeadingLevel
  className?: string
  render?: MarkdownRenderer
}

/** Returns null for a text that is to be shown unformatted. */
export type MarkdownRenderer = (text: string) => ReactElement | null

export function Markdown({
  text,
  headingLevel = 3,
  className,
  render = renderMarkdown[headingLevel],
}: MarkdownProps) {
  const isHydrated = useIsHydrated()
  const rendered = isFastToParse(text) || (isHydrated && isReadable(text)) ? render(text) : null
  return <MarkdownBody text={text} rendered={rendered} className={className} />
}

const CACHED_CHARS = 2_000_000
export const renderMarkdown = {
  2: createMarkdownRenderer(2),
  3: createMarkdownRenderer(3),
  4: createMarkdownRenderer(4),
}

/** Returns a function rather than a component, so that its element can be cached and reused. */
export function createMarkdownRenderer(
  headingLevel: HeadingLevel,
  linkRenderers?: LinkRenderers,
): MarkdownRenderer {
  return cacheByText((text) => {
    const tree = parseWithinBounds(text)
    return tree && renderTree(tree, headingLevel, linkRenderers)
  }, CACHED_CHARS)
}

const MARK = /[*_~[\]!&|<>`=]/g
const LINE_BREAK = /\n/g
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** True if parsing takes under 5 ms. */
function isFastToParse(text: string): boolean {
  return text.length <= 1_000 && count(text, LINE_BREAK) <= 40 && count(text, MARK) <= 200
}

/** True if rendering takes under a second in a browser. */
function isReadable(text: string): boolean {
  return count(text, /[*_~[\]]/g) <= 4_000 && count(text, LINE_BREAK) <= 5_000
}

/** Caches results by their text. The least recently used go first once all texts together exceed `maxChars`. */
export function cacheByText<Result>(
  compute: (text: string) => Result,
  maxChars: number,
): (text: string) => Result {
  const cache = new Map<string, Result>()
  let chars = 0
  return (text) => {
    const cached = cache.get(text)
    const result = cached ?? compute(text)
    if (cached === undefined) chars += text.length
    cache.delete(text)
    cache.set(text, result)
    for (const oldest of cache.keys()) {
      if (chars <= maxChars) break
      cache.delete(oldest)
      chars -= oldest.length
    }
    return result
  }
}
