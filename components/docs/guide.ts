/** Markdown with three additions (`docs/README.md`): `{{value}}`, and blocks in the languages `data` and `sample`. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { GUIDE_VALUES } from './guide-samples.ts'

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).freeze()
type Markdown = ReturnType<typeof processor.parse>['children'][number]
export type Html = ReturnType<typeof processor.runSync>

export type GuideBlock =
  | { kind: 'prose'; html: Html }
  | { kind: 'table'; columns: string[]; rows: Html[][] }
  | { kind: 'code'; label: string; canCopy: boolean; text: string }
  | { kind: 'sample'; label: string; canCopy: boolean; name: string }
  | { kind: 'data'; label: string; name: string }

type GuideSection = { id: string; title: string; blocks: GuideBlock[] }

const FRONT_MATTER = z.strictObject({
  title: z.string(),
  description: z.string(),
  summary: z.string().default(''),
  contents: z.record(z.string(), z.array(z.string())).optional(),
})

export type GuidePage = z.infer<typeof FRONT_MATTER> & {
  name: string
  href: string
  sections: GuideSection[]
}

const pages = new Map<string, GuidePage | null>()

/** Returns a page of the guide, or null if there is none of this name. Cached, except during development. */
export function guidePage(name: string): GuidePage | null {
  const cached = process.env.NODE_ENV === 'development' ? undefined : pages.get(name)
  if (cached !== undefined) return cached
  // Only names of the guide are read, so that a request can neither name another file nor fill the cache.
  const page = name === 'index' || guideNames().includes(name) ? readPage(name) : null
  if (page) pages.set(name, page)
  return page
}

function overview(): GuidePage {
  const page = guidePage('index')
  if (!page) throw new Error('docs/guide/index.md is missing')
  return page
}

export type GuideGroup = { title: string; pages: GuidePage[] }

export function guideGroups(): GuideGroup[] {
  return Object.entries(overview().contents ?? {}).map(([title, names]) => ({
    title,
    pages: names.flatMap((name) => guidePage(name) ?? []),
  }))
}

export function guidePages(): GuidePage[] {
  return [overview(), ...guideGroups().flatMap((group) => group.pages)]
}

function guideNames(): string[] {
  return Object.values(overview().contents ?? {}).flat()
}

function readPage(name: string): GuidePage {
  const source = readFileSync(path.join(process.cwd(), 'docs/guide', `${name}.md`), 'utf8')
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  const text = body.replace(/\{\{([\w-]+)\}\}/g, (found, value) => GUIDE_VALUES[value] ?? found)
  return {
    ...FRONT_MATTER.parse(parseYaml(front)),
    name,
    href: name === 'index' ? '/docs' : `/docs/${name}`,
    sections: splitSections(processor.parse(text).children),
  }
}

function splitSections(nodes: Markdown[]): GuideSection[] {
  const sections: GuideSection[] = [{ id: '', title: '', blocks: [] }]
  let prose: Markdown[] = []
  const endProse = () => {
    if (prose.length > 0) sections.at(-1)?.blocks.push({ kind: 'prose', html: renderHtml(prose) })
    prose = []
  }
  for (const node of nodes) {
    if (node.type === 'heading') {
      const { id, title } = takeId(node)
      if (node.depth > 2) prose.push({ ...node, data: { hProperties: { id } } })
      else {
        endProse()
        sections.push({ id, title, blocks: [] })
      }
    } else if (node.type === 'code' || node.type === 'table') {
      endProse()
      sections.at(-1)?.blocks.push(node.type === 'code' ? codeBlock(node) : tableBlock(node))
    } else prose.push(node)
  }
  endProse()
  return sections.filter(({ id, blocks }) => id !== '' || blocks.length > 0)
}

function takeId(heading: Extract<Markdown, { type: 'heading' }>): { id: string; title: string } {
  const last = heading.children.at(-1)
  let explicitId: string | undefined
  if (last?.type === 'text') {
    explicitId = /\s*\{#([\w-]+)\}$/.exec(last.value)?.[1]
    if (explicitId) last.value = last.value.replace(/\s*\{#[\w-]+\}$/, '')
  }
  const title = flattenText(heading)
  return { id: explicitId ?? title.toLowerCase().replaceAll(/[^\w]+/g, '-'), title }
}

function codeBlock({ lang, meta, value }: Extract<Markdown, { type: 'code' }>): GuideBlock {
  const label = /\btitle="([^"]*)"/.exec(meta ?? '')?.[1] ?? ''
  const [name = '', ...flags] = (meta ?? '')
    .replace(/\btitle="[^"]*"/, '')
    .trim()
    .split(/\s+/)
  const canCopy = name === 'copy' || flags.includes('copy')
  if (lang === 'data') return { kind: 'data', label, name }
  if (lang === 'sample') return { kind: 'sample', label, canCopy, name }
  return { kind: 'code', label, canCopy, text: value }
}

function tableBlock({ children }: Extract<Markdown, { type: 'table' }>): GuideBlock {
  const [header, ...rows] = children
  return {
    kind: 'table',
    columns: header?.children.map(flattenText) ?? [],
    rows: rows.map((row) => row.children.map((cell) => renderHtml(cell.children))),
  }
}

function renderHtml(nodes: unknown[]): Html {
  return processor.runSync({ type: 'root', children: nodes as Markdown[] })
}

type TextNode = { value?: string; children?: readonly object[] }

export function flattenText(node: object): string {
  const { value = '', children = [] } = node as TextNode
  return value + children.map(flattenText).join('')
}
