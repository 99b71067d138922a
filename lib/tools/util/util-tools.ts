import { type BuiltInTool, strictObject } from '../definition/built-in-tool.ts'

type Input = { text: string; allowNested?: boolean }
type Item = { text: string; raw: string; depth: number }

const BULLET = /^([ \t]*)(?:[-*+]|\d{1,9}\.)[ \t]+(\S.*)$/
// CommonMark §4.5: a backtick fence contains no more backticks on its line, and a closing fence has no info string.
const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^[ \t]*(`{3,}|~{3,})[ \t]*$/
const TAB_WIDTH = 4

export const parseMarkdownBullets: BuiltInTool<Input, { items: Item[]; count: number }> = {
  name: 'util.parseMarkdownBullets',
  title: 'Read Markdown bullets',
  description:
    'Parses the list items of a Markdown text: bullets (-, *, +) and numbered lines, with their depth.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: strictObject(['text'], {
    text: { type: 'string', description: 'The Markdown text.' },
    allowNested: {
      type: 'boolean',
      default: true,
      description: 'Whether to include nested items. Without them, every depth is 0.',
    },
  }),
  outputSchema: strictObject(['items', 'count'], {
    items: {
      type: 'array',
      description: 'The items, in document order.',
      items: strictObject(['text', 'raw', 'depth'], {
        text: { type: 'string', description: 'What the item says.' },
        raw: { type: 'string', description: 'Its whole line.' },
        depth: { type: 'integer', minimum: 0, description: 'The nesting depth; 0 for top-level items.' },
      }),
    },
    count: { type: 'integer', minimum: 0, description: 'The number of items.' },
  }),
  preview: 'Read the list items of a Markdown text',
  run({ text, allowNested = true }) {
    const items = splitItems(text).filter(({ depth }) => allowNested || depth === 0)
    return { items, count: items.length }
  },
}

/** The depth is the number of less indented items above. Skips code blocks. */
function splitItems(text: string): Item[] {
  const items: Item[] = []
  let indents: number[] = []
  let fence: string | undefined
  for (const raw of text.split(/\r\n|\r|\n/)) {
    if (fence !== undefined) {
      if (FENCE_END.exec(raw)?.[1]?.startsWith(fence)) fence = undefined
      continue
    }
    fence = FENCE.exec(raw)?.[1]
    if (fence !== undefined) continue
    const [, blank = '', words] = BULLET.exec(raw) ?? []
    if (words === undefined) {
      if (/^\S/.test(raw)) indents = []
      continue
    }
    const indent = countColumns(blank)
    indents = [...indents.filter((each) => each < indent), indent]
    items.push({ text: words.trimEnd(), raw, depth: indents.length - 1 })
  }
  return items
}

function countColumns(blank: string): number {
  let width = 0
  for (const char of blank) width = char === '\t' ? width + TAB_WIDTH - (width % TAB_WIDTH) : width + 1
  return width
}

const DEFAULT_LENGTH = 100

type UtilSlugifyTitleInput = { title: string; maxLength?: number }

export const slugifyTitle: BuiltInTool<UtilSlugifyTitleInput, { slug: string }> = {
  name: 'util.slugifyTitle',
  title: 'Make a slug',
  description: 'Converts a title to a slug of lower-case letters a–z, digits and hyphens.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: strictObject(['title'], {
    title: { type: 'string', description: 'The title, in any script.' },
    maxLength: {
      type: 'integer',
      minimum: 1,
      description: `Maximum length of the slug. Default: ${DEFAULT_LENGTH}.`,
    },
  }),
  outputSchema: strictObject(['slug'], {
    slug: { type: 'string', description: 'The slug; empty if the title has no usable characters.' },
  }),
  preview: 'Create a slug from “{title}”',
  run: ({ title, maxLength = DEFAULT_LENGTH }) => ({ slug: slugOfTitle(title, maxLength) }),
}

export function slugOfTitle(title: string, maxLength: number): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replace(/ /g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
  return cutAtHyphen(slug, maxLength)
}

function cutAtHyphen(slug: string, maxLength: number): string {
  if (slug.length <= maxLength) return slug
  const cut = slug.slice(0, maxLength)
  const lastHyphen = slug[maxLength] === '-' ? maxLength : cut.lastIndexOf('-')
  return lastHyphen > 0 ? cut.slice(0, lastHyphen) : cut
}
