/** Reads and writes SKILL.md. See docs/spec/skills-protocol.md §4. */
import { isScalar, parseDocument as parseYaml, Scalar, visit, Document as YamlDocument } from 'yaml'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type JsonObject } from '../../kernel/json/json.ts'
import { toJson } from '../../kernel/json/to-json.ts'

type ParsedSkillMarkdown =
  | { frontmatter: JsonObject; body: string; findings: Issue[]; error?: undefined }
  | { frontmatter?: undefined; error: string }

// A second try, because the reference validator accepts an indented closing line, too.
const BLOCKS = [
  /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/,
  /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?[ \t]*---[ \t]*(?:\r?\n|$)/,
]

/**
 * Returns the front matter and the text below it, or why it cannot be read. Front matter that most programs read, although it
 * is no valid YAML, is read with a finding.
 */
export function readSkillMarkdown(text: string): ParsedSkillMarkdown {
  const whole = text.replace(/^\uFEFF/, '')
  if (!whole.startsWith('---')) return { error: 'SKILL.md must start with front matter: a line “---”.' }
  let error = 'The front matter of SKILL.md is not closed: a second line “---” is missing.'
  for (const found of BLOCKS.map((block) => block.exec(whole)).filter((each) => each !== null)) {
    const { frontmatter, findings = [], ...read } = readYaml(found[1] ?? '')
    if (!frontmatter) error = read.error ?? error
    else return { frontmatter, findings, body: whole.slice(found[0].length).replace(/^\r?\n/, '') }
  }
  return { error }
}

/** More than names and descriptions need. The parser takes seconds for longer input. */
const MAX_YAML_CHARS = 32 * 1024

type ReadYaml =
  | { frontmatter: JsonObject; findings?: Issue[]; error?: undefined }
  | { frontmatter?: undefined; findings?: undefined; error: string }

function readYaml(source: string): ReadYaml {
  if (source.length > MAX_YAML_CHARS) {
    const error = `The front matter of SKILL.md is longer than ${MAX_YAML_CHARS / 1024} KB. Move long text below it.`
    return { error }
  }
  const strict = readStrictYaml(source)
  if (strict.frontmatter) return { frontmatter: strict.frontmatter }
  const { text, keys } = strict.isSyntax ? quotePlainText(source) : { text: source, keys: [] }
  const lenient = keys.length > 0 ? readStrictYaml(text) : strict
  if (!lenient.frontmatter) return { error: strict.error }
  const message = `${strict.error} It was read as text, as most programs do. For the others, put the ${keys.join(' and the ')} in quotes.`
  return { frontmatter: lenient.frontmatter, findings: [{ path: '/SKILL.md', keyword: 'yaml', message }] }
}

/** `description: …` with its indented continuation. Values that begin a block, a quote or a list stand for themselves. */
const FIELD = /^([ \t]*(?:- +)?)([A-Za-z_][\w.-]*):[ \t]+(\S.*?)[ \t]*$/
const BLOCK_VALUE = /^[|>][-+\d]*(?:\s+#.*)?$/

/**
 * Quotes the texts that YAML reads as something else, such as “Use when: …”, “[beta] …” and “*bold* …”. Returns the keys
 * whose values were quoted. Only for front matter that is not valid YAML.
 */
function quotePlainText(source: string): { text: string; keys: string[] } {
  const lines = source.split(/\r?\n/)
  const keys: string[] = []
  const quoted: string[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const [, indent = '', key = '', value = ''] = FIELD.exec(line) ?? []
    const below = key === '' ? 0 : countIndented(lines, at + 1, indent.length)
    const part = lines.slice(at, at + 1 + below)
    at += part.length
    const isText = key !== '' && !BLOCK_VALUE.test(value)
    if (!isText || !isBroken(part.map((each) => each.slice(indent.length)))) {
      quoted.push(...part)
      continue
    }
    const whole = [value, ...part.slice(1).map((each) => each.trim())].join(' ').trim()
    keys.push(key)
    quoted.push(`${indent}${key}: ${JSON.stringify(withoutQuotes(whole))}`)
  }
  return { text: quoted.join('\n'), keys }
}

/** Counts the lines that continue the value of a field: those with a deeper indent. */
function countIndented(lines: readonly string[], from: number, indent: number): number {
  let count = 0
  for (const line of lines.slice(from)) {
    if (line.trim() !== '' && line.length - line.trimStart().length <= indent) break
    count += 1
  }
  return count
}

function withoutQuotes(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text
}

type StrictYaml =
  | { frontmatter: JsonObject; error?: undefined; isSyntax?: undefined }
  | { frontmatter?: undefined; error: string; isSyntax: boolean }

function isBroken(lines: readonly string[]): boolean {
  return readStrictYaml(lines.join('\n')).isSyntax === true
}

function readStrictYaml(source: string): StrictYaml {
  const invalid = (error: string): StrictYaml => ({ error, isSyntax: false })
  // The core schema keeps dates as text and has no custom tags.
  const document = parseYaml(source, {
    schema: 'core',
    prettyErrors: true,
    logLevel: 'silent',
    merge: false,
    // The parser's own check takes quadratic time; `findDuplicateKey` replaces it.
    uniqueKeys: false,
  })
  const [fault] = document.errors
  if (fault) {
    // The front matter begins on line 2.
    const line = (fault.linePos?.[0]?.line ?? 1) + 1
    const reason = fault.message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? 'it cannot be parsed'
    const error = `The front matter of SKILL.md is not valid YAML (line ${line}): ${reason}.`
    return { error, isSyntax: true }
  }
  const duplicate = findDuplicateKey(document)
  if (duplicate) {
    const line = source.slice(0, duplicate.start).split('\n').length + 1
    return invalid(
      `The front matter of SKILL.md is not valid YAML (line ${line}): the key “${duplicate.key}” appears twice.`,
    )
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 50 })
  } catch {
    const unknown = findUnknownReference(document)
    if (!unknown) return invalid('The front matter of SKILL.md refers to itself too often.')
    const line = source.slice(0, unknown.start).split('\n').length + 1
    const reason = `“*” begins a reference, and there is no “${unknown.name}”`
    const error = `The front matter of SKILL.md is not valid YAML (line ${line}): ${reason}.`
    return { error, isSyntax: true }
  }
  const { value: json, issue } = toJson(value ?? {})
  if (issue)
    return invalid(
      `The front matter of SKILL.md contains a value that JSON cannot represent: ${issue.message}.`,
    )
  return isObject(json)
    ? { frontmatter: json }
    : { error: 'The front matter of SKILL.md must be a list of fields such as “name: …”.', isSyntax: false }
}

/** Finds a value such as *.ts, which YAML reads as a reference to a part with that name. */
function findUnknownReference(document: YamlDocument.Parsed): { name: string; start: number } | undefined {
  const anchors = new Set<string>()
  let unknown: { name: string; start: number } | undefined
  visit(document, {
    Node: (_, node) => {
      if ('anchor' in node && node.anchor) anchors.add(node.anchor)
    },
    Alias: (_, { source, range }) => {
      if (anchors.has(source)) return undefined
      unknown = { name: source, start: range?.[0] ?? 0 }
      return visit.BREAK
    },
  })
  return unknown
}

/** YAML 1.2.2 §3.2.1.3 forbids duplicate keys. Returns undefined if there are none. */
function findDuplicateKey(document: YamlDocument.Parsed): { key: string; start: number } | undefined {
  let found: { key: string; start: number } | undefined
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) found = { key: String(key.value), start: key.range?.[0] ?? 0 }
        if (found) return visit.BREAK
        seen.add(key.value)
      }
      return undefined
    },
  })
  return found
}

/**
 * Writes what `readSkillMarkdown` reads. skills-ref, the strictest reader, ends front matter at the first “---” and
 * has no flow style, so dashes are double-quoted and escaped.
 */
export function writeSkillMarkdown(frontmatter: JsonObject, body: string): string {
  const document = new YamlDocument(frontmatter, { schema: 'core' })
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && needsQuotes(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  const yaml = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
  const escaped = yaml
    .replaceAll('---', '\\x2d\\x2d\\x2d')
    .replaceAll(NOT_YAML, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `---\n${escaped}---\n\n${body}`
}

/** Characters that YAML 1.2.2 §5.1 forbids. */
const NOT_YAML = /[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]/g

/** Whether YAML readers disagree about the text if it is not quoted. */
function needsQuotes(text: string): boolean {
  return text.includes('---') || /[\p{C}\p{Zl}\p{Zp}]/u.test(text)
}
