/**
 * What a result is sure to contain. A result without any declared field satisfies a contract that requires none, so it
 * is delivered and charged: publishers of priced skills say so on purpose, and buyers are told. See docs/spec/contracts.md §5.
 */

import { isFieldMap } from '../../json-schema/parse/field-map.ts'
import { listTypes, unconditional } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'

export const PROMISES_NOTHING = 'The contract promises no field of the result.'

/** Returns the names of the fields that every result has. Takes a canonical schema. */
export function promisedFields(response: JsonSchema): string[] {
  return [...new Set(unconditional(response, response).flatMap(requiredNames))]
}

/**
 * Returns whether a result may leave out every field. False if each alternative requires something, and for results
 * that are no objects. Takes a canonical schema; undefined accepts anything.
 */
export function promisesNothing(response: JsonSchema | undefined): boolean {
  return response === undefined || !promisesSomething(response, response, new Set())
}

function promisesSomething(root: JsonSchema, schema: Json, seen: Set<Json>): boolean {
  // Alternatives can refer to each other in circles.
  if (!isObject(schema) || seen.has(schema)) return false
  seen.add(schema)
  return unconditional(root, schema).some((part) => {
    const types = listTypes(part)
    if (types.length > 0 && !types.includes('object')) return true
    if (requiredNames(part).length > 0 || Number(part.minProperties ?? 0) > 0) return true
    if (part.const !== undefined || Array.isArray(part.enum)) return true
    return [part.anyOf, part.oneOf].some(
      (branches) =>
        Array.isArray(branches) &&
        branches.length > 0 &&
        branches.every((each) => promisesSomething(root, each, seen)),
    )
  })
}

function requiredNames({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}

/** Returns whether the author wrote down that no field is required, rather than left it open. Takes the authored response. */
export function declaresNoneRequired(response: Json | undefined): boolean {
  if (!isObject(response)) return false
  if (!isFieldMap(response)) return Array.isArray(response.required)
  const fields = Object.values(response)
  return fields.length > 0 && fields.every((field) => isObject(field) && field.required === false)
}

/** Requires every field, or none, of an authored response. Returns undefined if it declares no fields itself. */
export function requireFields(response: Json | undefined, which: 'all' | 'none'): JsonObject | undefined {
  if (!isObject(response)) return undefined
  if (isFieldMap(response)) {
    const fields = Object.entries(response)
    if (fields.length === 0 || !fields.every(([, field]) => isObject(field))) return undefined
    return Object.fromEntries(
      fields.map(([name, field]) => [name, { ...(field as JsonObject), required: which === 'all' }]),
    )
  }
  const names = isObject(response.properties) ? Object.keys(response.properties) : []
  return names.length === 0 ? undefined : { ...response, required: which === 'all' ? names : [] }
}
