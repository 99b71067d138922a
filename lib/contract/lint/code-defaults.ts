/**
 * What a skill's code takes when a parameter is absent, where the text of the code tells.
 *
 * Ground, pure. A hint for a person who decides, not an analysis: only the plainest forms are read.
 */
import { isObject, type Json, type JsonObject } from '../json/json.ts'

const LITERAL = `(-?\\d+(?:\\.\\d+)?|true|false|True|False|'[^'\\\\\\n]*'|"[^"\\\\\\n]*"|\\[\\s*\\])`

// Longer than any code that a person writes into one skill; looking through it for every field would take a while.
const MOST_SOURCE = 100_000

/** The default in the code for the parameter of that name; undefined when there is none to be seen. */
export function defaultInCode(skill: JsonObject, name: string): Json | undefined {
  const kept = defaults.get(skill) ?? defaultsIn(skill)
  defaults.set(skill, kept)
  const found = kept.get(name)
  return found === undefined ? undefined : literalOf(found)
}

// Asked for by every field of the skill.
const defaults = new WeakMap<JsonObject, ReadonlyMap<string, string>>()

/** The literals by the names that take them; of several the first, and what is read from the parameters before what is bound. */
function defaultsIn(skill: JsonObject): ReadonlyMap<string, string> {
  const source = typeof skill.definition === 'string' ? skill.definition : ''
  const found = new Map<string, string>()
  if (source.length > MOST_SOURCE) return found
  if (skill.runtime === 'python') collect(found, PYTHON, source)
  else {
    collect(found, READ, source)
    collect(found, BOUND, bindingsOf(source))
  }
  return found
}

function collect(found: Map<string, string>, form: RegExp, text: string): void {
  for (const [, name = '', literal = ''] of text.matchAll(form))
    if (!found.has(name)) found.set(name, literal)
}

const NAME = '([A-Za-z_]\\w{0,99})'
/** parameters.limit ?? 5 */
const READ = new RegExp(`\\bparameters ?(?:\\?\\.|\\.)${NAME} ?(?:\\?\\?|\\|\\|) ?${LITERAL}(?![\\w.])`, 'g')
/** limit = 5, among what is bound from the parameters. */
const BOUND = new RegExp(`(?<![\\w$.])${NAME} ?= ?${LITERAL}(?![\\w.])`, 'g')
const PYTHON = new RegExp(`\\bargs\\.get\\( ?["']${NAME}["'] ?, ?${LITERAL} ?\\)`, 'g')

const BRACES = /\{[^{}]*\}/g

/** The patterns that take the parameters apart: { limit = 5 } = parameters, and parameters: { limit = 5 }. */
function bindingsOf(source: string): string {
  const found = [...source.matchAll(BRACES)].filter(({ index, 0: { length } }) => {
    const [before, after] = [
      source.slice(Math.max(0, index - 40), index),
      source.slice(index + length, index + length + 60),
    ]
    return /\bparameters\s*:\s*$/.test(before) || /^\s*=\s*(?:\w+\.)?parameters\b/.test(after)
  })
  return found.map(([each]) => each).join('\n')
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
