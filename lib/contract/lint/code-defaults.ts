/**
 * What a skill's code takes when a parameter is absent, where the text of the code tells.
 *
 * Ground, pure. A hint for a person who decides, not an analysis: only the plainest forms are read.
 */
import type { Json, JsonObject } from '../json/json.ts'
import { isObject } from '../json/json.ts'

const LITERAL = `(-?\\d+(?:\\.\\d+)?|true|false|True|False|'[^'\\\\\\n]*'|"[^"\\\\\\n]*"|\\[\\s*\\])`

/** The default in the code for the parameter of that name; undefined when there is none to be seen. */
export function defaultInCode(skill: JsonObject, name: string): Json | undefined {
  const source = typeof skill.definition === 'string' ? skill.definition : ''
  if (!/^[A-Za-z_$][\w$]*$/.test(name) || source === '') return undefined
  const escaped = name.replaceAll('$', '\\$')
  const forms = skill.runtime === 'python' ? inPython(escaped) : inJavaScript(escaped)
  const found = forms.map((form) => form.exec(source)?.[1]).find((text) => text !== undefined)
  return found === undefined ? undefined : literalOf(found)
}

function inJavaScript(name: string): RegExp[] {
  return [
    new RegExp(`\\bparameters\\s*(?:\\?\\.|\\.)\\s*${name}\\s*(?:\\?\\?|\\|\\|)\\s*${LITERAL}(?![\\w.])`),
    new RegExp(`\\{[^{}]*\\b${name}\\s*=\\s*${LITERAL}[^{}]*\\}\\s*=\\s*(?:\\w+\\.)?parameters\\b`),
    new RegExp(`\\bparameters\\s*:\\s*\\{[^{}]*\\b${name}\\s*=\\s*${LITERAL}\\s*[,}]`),
  ]
}

function inPython(name: string): RegExp[] {
  return [new RegExp(`\\bargs\\.get\\(\\s*["']${name}["']\\s*,\\s*${LITERAL}\\s*\\)`)]
}

function literalOf(text: string): Json {
  if (/^true$/i.test(text)) return true
  if (/^false$/i.test(text)) return false
  if (text.startsWith('[')) return []
  return /^['"]/.test(text) ? text.slice(1, -1) : Number(text)
}

/** True for a value that a schema's `type` allows. */
export function isOfDeclaredType(value: Json, types: readonly string[]): boolean {
  return types.some((type) => {
    if (type === 'array') return Array.isArray(value)
    if (type === 'object') return isObject(value)
    if (type === 'integer') return Number.isInteger(value)
    return typeof value === type
  })
}
