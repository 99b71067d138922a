/** What a text holds, such as CSV or HTML, and whether a field is for that. */

import { listTypes } from '../../json-schema/tree/schema-tree.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { searchableText } from './searchable-text.ts'

/** `text` is prose, or a text about which nothing is known. `file` is a data URL, `blob` the id of a stored file. */
export type TextContent = 'csv' | 'html' | 'xml' | 'json' | 'markdown' | 'url' | 'file' | 'blob' | 'text'

/** A start of this length shows what a long text holds. */
const MAX_READ_CHARS = 20_000

export function recognizeText(text: string): TextContent {
  const start = text.slice(0, MAX_READ_CHARS).trim()
  const found = RECOGNIZED.find(([, isIt]) => isIt(start))
  return found ? found[0] : 'text'
}

const RECOGNIZED: [TextContent, (text: string) => boolean][] = [
  ['file', (text) => DATA_URL.test(text)],
  ['blob', (text) => BLOB_ID.test(text)],
  ['url', (text) => /^https?:\/\/\S+$/i.test(text)],
  ['json', isJsonText],
  ['xml', (text) => /^<(\?xml|rss|feed|rdf:RDF|svg|urlset)[\s>]/i.test(text) && !/<html[\s>]/i.test(text)],
  ['html', (text) => HTML_TAG.test(text)],
  ['xml', (text) => /^<[\w:.-]+[\s/>][\s\S]*>$/.test(text)],
  ['csv', isTable],
  ['markdown', (text) => MARKDOWN.some((sign) => sign.test(text))],
]

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?[;,]/i
const BLOB_ID = /^blob:[0-9a-f-]{36}$/i

const HTML_TAG =
  /<(!doctype html|\/?(html|head|body|div|span|p|br|h[1-6]|ul|ol|li|table|tr|td|th|a|b|i|em|strong|img|pre|code|blockquote|section|article|form|input|button)(\s[^<>]*)?\/?)>/i

/** Headings, links, code blocks, bold text, tables and lists. */
const MARKDOWN = [
  /^#{1,6} \S/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /^```/m,
  /\*\*[^*\n]+\*\*/,
  /^\|?\s*:?-{3,}:?\s*\|/m,
  /^[-*+] .+\n[-*+] /m,
]

function isJsonText(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const SAMPLED_LINES = 20
/** Longer cells on average are sentences with commas. */
const MAX_CELL_CHARS = 40

/** Whether the lines have the same number of separators. Text in quotes counts as one letter. */
function isTable(text: string): boolean {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, 'x')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLED_LINES)
  if (lines.length < 2) return false
  return ['\t', ';', ',', '|'].some((separator) => {
    const rows = lines.map((line) => line.split(separator))
    const [first] = rows
    if (!first || first.length < 2 || rows.some(({ length }) => length !== first.length)) return false
    const cells = rows.flat()
    // Separators in sentences are followed by a space.
    const spaced = rows.flatMap((row) => row.slice(1)).filter((cell) => cell.startsWith(' '))
    const isProse = separator !== '\t' && spaced.length > (cells.length - rows.length) / 2
    return !isProse && cells.join('').length / cells.length <= MAX_CELL_CHARS
  })
}

type NamedContent = Exclude<TextContent, 'text'>

// Words in names, and media types, of fields that are for one kind of content.
// biome-ignore format: table
const NAMED: Record<NamedContent, { words: string[]; mediaTypes: RegExp }> = {
  csv:      { words: ['csv', 'tsv'],                          mediaTypes: /^text\/(csv|tab-separated-values)/ },
  html:     { words: ['html', 'htm', 'xhtml'],                mediaTypes: /^(text\/html|application\/xhtml)/ },
  xml:      { words: ['xml', 'rss', 'atom', 'svg'],           mediaTypes: /[/+]xml/ },
  json:     { words: ['json'],                                mediaTypes: /[/+]json/ },
  markdown: { words: ['markdown', 'md'],                      mediaTypes: /^text\/markdown/ },
  url:      { words: ['url', 'uri', 'href', 'link', 'website'], mediaTypes: /^text\/uri-list/ },
  file:     { words: [],                                      mediaTypes: /^(image(?!\/svg)|audio|video|font)\/|^application\/(pdf|zip|octet-stream|vnd\.)/ },
  blob:     { words: ['blob'],                                mediaTypes: /^$/ },
}

const CONTENTS = Object.keys(NAMED) as NamedContent[]

/** Names of fields for a text of any content. */
const PLAIN = ['text', 'content', 'body', 'document', 'article', 'string', 'input', 'paragraph', 'message']

/** Returns what the name, media type and format of a field of texts say that it holds; empty if they say nothing. */
export function contentsOfField(name: string, schema: JsonSchema): NamedContent[] {
  const { format, contentMediaType } = schema
  if (format === 'blob') return ['blob']
  if (isFileField(schema)) return ['file']
  if (format === 'uri' || format === 'url') return ['url']
  if (typeof contentMediaType !== 'string') return contentsNamed(name)
  return CONTENTS.filter((content) => NAMED[content].mediaTypes.test(contentMediaType.toLowerCase()))
}

function contentsNamed(text: string): NamedContent[] {
  const words = searchableText(text).split(' ')
  return CONTENTS.filter((content) => NAMED[content].words.some((word) => words.includes(word)))
}

/** Files are sent as data URLs or in Base64. */
function isFileField({ format, contentEncoding }: JsonSchema): boolean {
  return ['data-url', 'binary', 'byte'].includes(String(format)) || contentEncoding === 'base64'
}

export function isPlainName(name: string): boolean {
  const words = searchableText(name).split(' ')
  return PLAIN.some((plain) => words.includes(plain))
}

/** Returns names of fields that are likely to take the content, for the index. */
export function namesForContent(content: TextContent): string[] {
  const own = content === 'text' ? [] : NAMED[content].words
  return [...own, ...(isDocument(content) ? PLAIN : [])]
}

/** Names of fields that return a text which other skills take. */
export const DOCUMENT_NAMES = [...PLAIN, 'csv', 'html', 'xml', 'markdown']

/** Whether it can be read as a text, which addresses and files cannot. */
export function isDocument(content: TextContent): boolean {
  return !['url', 'file', 'blob'].includes(content)
}

/**
 * Says how a text suits a field, which must accept it, too. `named`: the field is for this content; `open`: it takes texts of any
 * content; `none`: it is for another.
 */
export function suitsField(
  { content, text }: { content: TextContent; text?: string },
  name: string,
  schema: JsonSchema,
): 'named' | 'open' | 'none' {
  const contents = contentsOfField(name, schema)
  const { title } = schema
  if (
    contents.length === 0 &&
    typeof title === 'string' &&
    contentsNamed(title).some((each) => each === content)
  )
    return 'named'
  if (contents.length === 0) return content === 'file' || content === 'blob' ? 'none' : 'open'
  if (content !== 'text' && contents.includes(content))
    return content === 'file' && !isOfMediaType(text, schema.contentMediaType) ? 'none' : 'named'
  // Prose is Markdown, too.
  return content === 'text' && contents.includes('markdown') ? 'open' : 'none'
}

function isOfMediaType(dataUrl: string | undefined, wanted: JsonSchema[string] | undefined): boolean {
  const [, found] = DATA_URL.exec(dataUrl ?? '') ?? []
  if (found === undefined || typeof wanted !== 'string' || found === 'application/octet-stream') return true
  const [type, subtype] = wanted.toLowerCase().split('/')
  return subtype === '*'
    ? found.toLowerCase().startsWith(`${type}/`)
    : found.toLowerCase() === wanted.toLowerCase()
}

/** Returns what a schema of texts says that they hold; `name` is that of its field, or empty. */
export function contentOfSchema(name: string, schema: JsonSchema): TextContent | undefined {
  if (!listTypes(schema).includes('string')) return undefined
  return contentsOfField(name, schema)[0] ?? 'text'
}
