import { toHtml } from 'hast-util-to-html'
import { toText } from 'hast-util-to-text'
import type { MarkdownTree } from '../../kernel/markdown/parse-markdown.ts'
import { readMarkdown } from '../../kernel/markdown/read-markdown.ts'
import { mailLinkOrigin } from './mail-settings.ts'

export type RichText = { text: string; html: string }

const MAX_CHARS = 4_000

/** Most notices are plain sentences, which need no parser. */
const PLAIN = /^(?!\s*(?:[-+]|\d+[.)])\s)[^*_`#>[\]|~<&\\\n]*$/

/** Returns plain text, and what cannot be parsed in time, as it is. Cuts long texts. */
export async function readMailMarkdown(markdown: string): Promise<string | RichText> {
  const source = markdown.length > MAX_CHARS ? `${markdown.slice(0, MAX_CHARS)}…` : markdown
  if (PLAIN.test(source)) return source
  const tree = await readMarkdown(source, 'mail')
  if (!tree) return source
  return { html: toHtml(forMail(tree, 'html')), text: toText(forMail(tree, 'text')).trim() }
}

type Node = MarkdownTree | MarkdownTree['children'][number]

/** Makes links absolute and drops images. Text also shows URLs and list markers. */
function forMail<Each extends Node>(node: Each, part: 'html' | 'text'): Each {
  if (!('children' in node)) return node
  const children = node.children.map((child) => forMail(child, part)) as MarkdownTree['children']
  if (node.type !== 'element') return { ...node, children }
  const { tagName, properties } = node
  if (tagName === 'img') return { type: 'text', value: String(properties.alt ?? '') } as Node as Each
  const href = tagName === 'a' ? absoluteUrl(properties.href) : undefined
  const added = part === 'text' ? textAround(tagName, href, toText(node)) : undefined
  const before = added?.before ? [{ type: 'text' as const, value: added.before }] : []
  const after = added?.after ? [{ type: 'text' as const, value: added.after }] : []
  return {
    ...node,
    ...(tagName === 'a' && { properties: href === undefined ? {} : { href } }),
    children: [...before, ...children, ...after],
  } as Node as Each
}

function textAround(tagName: string, href: string | undefined, text: string) {
  if (tagName === 'li') return { before: '- ' }
  return href !== undefined && href !== absoluteUrl(text) ? { after: ` (${href})` } : undefined
}

function absoluteUrl(href: unknown): string | undefined {
  const origin = mailLinkOrigin()
  return typeof href === 'string' && URL.canParse(href, origin) ? new URL(href, origin).href : undefined
}
