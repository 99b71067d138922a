/**
 * The grammar of references.
 *
 * - "$steps.read.content": the value itself, of any type
 * - "Notes on ${$item.title}": interpolated as text
 * - "$$5": an escaped dollar sign; "$5" is text too
 *
 * A path continues with .field, [0], [$index] (a foreach's index variable) or ["any name"].
 */

import { isObject, type Json, type JsonObject } from '../../../kernel/json/json.ts'
import { setOwnProperty } from '../../../kernel/json/to-json.ts'

export type PathPart = string | number | { variable: string }

export type Reference = {
  text: string
  root: { kind: 'steps' | 'vars' | 'local'; name: string }
  path: PathPart[]
}

type Template =
  | { kind: 'text'; text: string }
  | { kind: 'reference'; reference: Reference }
  | { kind: 'mixed'; parts: (string | Reference)[] }
  | { kind: 'fault'; message: string }

const NAME = /[A-Za-z][A-Za-z0-9_-]*/y
const FIELD = /[A-Za-z0-9_][A-Za-z0-9_-]*/y
const INDEX = /\[(0|[1-9]\d{0,8})\]/y
const VARIABLE = /\[\$([A-Za-z][A-Za-z0-9_-]*)\]/y
const QUOTED = /\[("(?:[^"\\]|\\.)*")\]/y

export function parseTemplate(text: string): Template {
  if (!text.includes('$')) return { kind: 'text', text }
  if (/^\$[A-Za-z]/.test(text)) {
    const read = readReference(text, 0)
    if (read && read.end === text.length) return { kind: 'reference', reference: read.reference }
    // "$steps.read .content" is a mistyped reference; "$HOME is where" is text.
    if (/^\$(steps|vars|item)[.[]/.test(text))
      return {
        kind: 'fault',
        message: `“${text}” is not a valid reference: write $steps.read.content, or \${…} within text`,
      }
  }
  return parseMixed(text)
}

function parseMixed(text: string): Template {
  const parts: (string | Reference)[] = []
  let literal = ''
  let at = 0
  while (at < text.length) {
    if (text.startsWith('$$', at)) {
      literal += '$'
      at += 2
    } else if (text.startsWith('${$', at)) {
      const read = readReference(text, at + 2)
      if (!read || text[read.end] !== '}') {
        const start = text.slice(at, at + 40)
        return {
          kind: 'fault',
          message: `“${start}” starts a reference without a closing }: for a literal $\{, write $\${`,
        }
      }
      if (literal !== '') parts.push(literal)
      parts.push(read.reference)
      literal = ''
      at = read.end + 1
    } else literal += text[at++]
  }
  if (literal !== '') parts.push(literal)
  return parts.some((part) => typeof part !== 'string')
    ? { kind: 'mixed', parts }
    : { kind: 'text', text: literal }
}

function readReference(text: string, start: number): { reference: Reference; end: number } | undefined {
  let at = start + 1
  const word = match(NAME, text, at)
  if (!word) return undefined
  at += word[0].length
  const isTable = word[0] === 'steps' || word[0] === 'vars'
  const path: PathPart[] = []
  for (let part = readPart(text, at); part; part = readPart(text, at)) {
    path.push(part.part)
    at = part.end
  }
  const referenceTo = (root: Reference['root']) => ({
    reference: { text: text.slice(start, at), root, path },
    end: at,
  })
  if (!isTable) return referenceTo({ kind: 'local', name: word[0] })
  const name = path.shift()
  if (typeof name !== 'string') return undefined
  return referenceTo({ kind: word[0] as 'steps' | 'vars', name })
}

function readPart(text: string, at: number): { part: PathPart; end: number } | undefined {
  if (text[at] === '.') {
    const field = match(FIELD, text, at + 1)
    return field ? { part: field[0], end: at + 1 + field[0].length } : undefined
  }
  const index = match(INDEX, text, at)
  if (index) return { part: Number(index[1]), end: at + index[0].length }
  const variable = match(VARIABLE, text, at)
  if (variable) return { part: { variable: variable[1] as string }, end: at + variable[0].length }
  const quoted = match(QUOTED, text, at)
  const name = quoted ? readText(quoted[1] as string) : undefined
  return quoted && name !== undefined ? { part: name, end: at + quoted[0].length } : undefined
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function readText(json: string): string | undefined {
  try {
    return JSON.parse(json) as string
  } catch {
    return undefined
  }
}

export function referenceText(root: Reference['root'], path: readonly PathPart[]): string {
  const start = root.kind === 'local' ? `$${root.name}` : `$${root.kind}.${root.name}`
  return start + path.map(partText).join('')
}

function partText(part: PathPart): string {
  if (typeof part === 'number') return `[${part}]`
  if (typeof part === 'object') return `[$${part.variable}]`
  return /^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`
}

export function escapeText(text: string): string {
  const read = parseTemplate(text)
  return read.kind === 'text' && read.text === text ? text : text.replaceAll('$', '$$$$')
}

/** Escapes texts that look like references, at any depth. */
export function escapeReferences<Value extends Json>(value: Value): Value {
  return escapeTexts(value) as Value
}

function escapeTexts(value: Json): Json {
  if (typeof value === 'string') return escapeText(value)
  if (Array.isArray(value)) return value.map(escapeTexts)
  if (!isObject(value)) return value
  const escaped: JsonObject = {}
  for (const [key, each] of Object.entries(value)) setOwnProperty(escaped, key, escapeTexts(each))
  return escaped
}
