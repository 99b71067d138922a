import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'

/** Each takes about 1 ms. */
const MAX_FIELDS_ON_SERVER = 150
// Includes the contract itself.
const MAX_FIELDS = 5_001
const MAX_VISITED_VALUES = 50_000

/** "none": the JSON editor; "browser": not on the server. */
export function formRenderer(schema: JsonSchema): 'server' | 'browser' | 'none' {
  const fields = countFields(schema)
  if (fields > MAX_FIELDS) return 'none'
  return fields > MAX_FIELDS_ON_SERVER ? 'browser' : 'server'
}

/** Counts a schema for each reference; recursive ones are rendered closed. */
function countFields(root: JsonSchema): number {
  const open = new Set<Json>()
  let fields = 0
  let visited = 0

  function visit(value: Json): void {
    if (fields > MAX_FIELDS || open.has(value)) return
    visited += 1
    if (visited > MAX_VISITED_VALUES) fields = Number.POSITIVE_INFINITY
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isObject(value)) return
    open.add(value)
    if (DRAWN.some((keyword) => keyword in value)) fields += 1
    const { $defs: _, definitions: __, enum: ___, default: ____, examples: _____, ...members } = value
    for (const member of Object.values(members))
      if (typeof member === 'object' && member !== null) visit(member)
    if (typeof value.$ref === 'string' && value.$ref.startsWith('#')) visitTarget(value.$ref.slice(1))
    open.delete(value)
  }

  function visitTarget(pointer: string): void {
    const target = valueAt(root, pointer.replaceAll('%25', '%'))
    if (isObject(target)) visit(target)
  }

  visit(root)
  return fields
}

const DRAWN = ['type', 'enum', 'const', '$ref', 'properties', 'oneOf', 'anyOf', 'allOf', 'if', 'description']

export function takesNothing({ properties, additionalProperties, ...others }: JsonSchema): boolean {
  if (!isObject(properties) || Object.keys(properties).length > 0) return false
  const more = ['oneOf', 'anyOf', 'allOf', '$ref', 'if', 'patternProperties', 'unevaluatedProperties']
  return !additionalProperties && !more.some((keyword) => keyword in others)
}
