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
  const source = typeof skill.definition === 'string' ? skill.definition : ''
  if (source === '' || source.length > MOST_SOURCE || !/^[A-Za-z_]\w{0,99}$/.test(name)) return undefined
  const found =
    skill.runtime === 'python'
      ? inPython(name).exec(source)?.[1]
      : (readWithDefault(name).exec(source)?.[1] ??
        boundWithDefault(name).exec(bindingsOf(skill, source))?.[1])
  return found === undefined ? undefined : literalOf(found)
}

/** parameters.limit ?? 5 */
function readWithDefault(name: string): RegExp {
  return new RegExp(`\\bparameters ?(?:\\?\\.|\\.)${name} ?(?:\\?\\?|\\|\\|) ?${LITERAL}(?![\\w.])`)
}

/** limit = 5, among what is bound from the parameters. */
function boundWithDefault(name: string): RegExp {
  return new RegExp(`(?<![\\w$.])${name} ?= ?${LITERAL}(?![\\w.])`)
}

// Asked for by every field of the skill.
const bindings = new WeakMap<JsonObject, string>()

const BRACES = /\{[^{}]*\}/g

/** The patterns that take the parameters apart: { limit = 5 } = parameters, and parameters: { limit = 5 }. */
function bindingsOf(skill: JsonObject, source: string): string {
  const kept = bindings.get(skill)
  if (kept !== undefined) return kept
  const found = [...source.matchAll(BRACES)].filter(({ index, 0: { length } }) => {
    const [before, after] = [
      source.slice(Math.max(0, index - 40), index),
      source.slice(index + length, index + length + 60),
    ]
    return /\bparameters\s*:\s*$/.test(before) || /^\s*=\s*(?:\w+\.)?parameters\b/.test(after)
  })
  const text = found.map(([each]) => each).join('\n')
  bindings.set(skill, text)
  return text
}

function inPython(name: string): RegExp {
  return new RegExp(`\\bargs\\.get\\( ?["']${name}["'] ?, ?${LITERAL} ?\\)`)
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
