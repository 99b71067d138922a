import MiniSearch from 'minisearch'
import { isValidElement, type ReactNode } from 'react'
import { flattenText, type GuideBlock, guidePages } from './guide.ts'
import { GUIDE_PARTS } from './guide-parts.tsx'
import { GUIDE_SAMPLES } from './guide-samples.ts'
import { GUIDE_TABLES } from './guide-tables.tsx'

type GuideMatch = {
  href: string
  title: string
  /** The text around the match, split so that the parts at odd indexes are matches. */
  excerpt: string[]
}

type Entry = {
  id: string
  page: string
  /** What the page is about; empty but in its first section. */
  summary: string
  heading: string
  text: string
}

const MAX_MATCHES = 20
const EXCERPT_CHARS = 180

let index: MiniSearch<Entry> | undefined

/**
 * Ranks the sections by BM25: those with more of the words, and with rarer ones, come first. Words may be misspelt,
 * incomplete or in another form. `origin` is the address of this site, which samples contain.
 */
export function searchGuide(query: string, origin = ''): GuideMatch[] {
  index ??= buildIndex()
  return index
    .search(query.slice(0, 200))
    .slice(0, MAX_MATCHES)
    .map(({ id, page, heading, text, terms }) => ({
      href: id,
      title: heading === '' ? page : `${page} › ${heading}`,
      excerpt: findExcerpt(String(text).replaceAll('{{origin}}', origin), terms),
    }))
}

/** Words that say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  'a an and are as at be by can could do does for from get got have how i if in into is it its me my of on or our so that the their them then there this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Returns the term that is indexed and searched; null to leave it out. */
function toTerm(word: string): string | null {
  const lower = word.toLowerCase()
  if (STOP_WORDS.has(lower)) return null
  return /^[a-z]{5,}$/.test(lower) ? stem(lower) : lower
}

/**
 * Removes the endings of plurals and verbs, so that “deleting”, “deletes” and “deleted” are one term. Only the same
 * rule for index and query matters, not whether the stem is a word.
 */
function stem(word: string): string {
  const short = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:sses)$/, 'ss')
    .replace(/(?:ations?|ating|ated|ates|ate)$/, 'at')
    .replace(/(?:ings?|edly|ed|es|s|e)$/, '')
  return short.length >= 3 ? short.replace(/([^aeiouls])\1$/, '$1') : word
}

function buildIndex(): MiniSearch<Entry> {
  const entries = guidePages().flatMap((page) =>
    page.sections.map(({ id, title, blocks }, position) => ({
      id: id === '' ? page.href : `${page.href}#${id}`,
      page: page.title,
      heading: title,
      summary: position === 0 ? `${page.description} ${page.summary}` : '',
      text: [position === 0 ? page.description : '', ...blocks.map(blockText)].join('\n').trim(),
    })),
  )
  const built = new MiniSearch<Entry>({
    fields: ['heading', 'page', 'summary', 'text'],
    storeFields: ['page', 'heading', 'text'],
    processTerm: toTerm,
    searchOptions: {
      boost: { heading: 3, page: 2, summary: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  built.addAll(entries)
  return built
}

function blockText(block: GuideBlock): string {
  switch (block.kind) {
    case 'prose':
      return flattenText(block.html)
    case 'table':
      return [block.columns, ...block.rows.map((row) => row.map(flattenText))]
        .map((row) => row.join(' '))
        .join('\n')
    case 'code':
      return `${block.label}\n${block.text}`
    case 'sample':
      return `${block.label}\n${GUIDE_SAMPLES[block.name]?.('{{origin}}') ?? ''}`
    case 'data': {
      const table = GUIDE_TABLES[block.name]?.()
      const rows = table ? [table.columns, ...table.rows].map((row) => row.map(nodeText).join(' ')) : []
      return [...rows, GUIDE_PARTS[block.name]?.text?.() ?? ''].join('\n')
    }
  }
}

function nodeText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(nodeText).join(' ')
  return isValidElement<{ children?: ReactNode }>(node) ? nodeText(node.props.children) : ''
}

function findExcerpt(text: string, terms: readonly string[]): string[] {
  const plain = text.replaceAll(/\s+/g, ' ')
  const words = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // A term is the beginning of a word.
  const matching = new RegExp(`((?:${words.sort((a, b) => b.length - a.length).join('|')})\\p{L}*)`, 'giu')
  const hits = [...plain.matchAll(matching)].slice(0, 200)
  const termsAfter = (start: number) => {
    const near = hits.filter(({ index }) => index >= start && index < start + EXCERPT_CHARS / 2)
    return new Set(near.map(([word]) => word.toLowerCase())).size
  }
  const starts = hits.map(({ index }) => index)
  const best = starts.reduce(
    (most, start) => (termsAfter(start) > termsAfter(most) ? start : most),
    starts[0] ?? 0,
  )
  const start = best < EXCERPT_CHARS / 3 ? 0 : plain.indexOf(' ', best - EXCERPT_CHARS / 3) + 1
  const end = start + EXCERPT_CHARS
  const cut = end < plain.length ? `${plain.slice(start, end).replace(/\s\S*$/, '')} …` : plain.slice(start)
  return `${start > 0 ? '… ' : ''}${cut}`.split(matching)
}
