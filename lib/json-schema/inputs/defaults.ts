/**
 * Fills in defaults, also in nested objects, lists and the matching branch of a choice. Null and "" are
 * values. See docs/spec/contracts.md §2.
 */

import { isObject, type Json, type JsonObject, type JsonSchema } from '../../json/json.ts'
import { setOwnProperty } from '../../json/to-json.ts'
import type { Compiled } from '../evaluate/compile.ts'
import { countWork } from '../limits/effort.ts'
import { knownRegex } from '../regex/linear-regex.ts'
import { typesOf, unconditional, walkSchema } from '../tree/schema-tree.ts'

export type Filling = {
  /** Creates an absent optional object if its fields' defaults alone make it valid, as forms do. */
  makeObjects: boolean
}

// References can reach one location exponentially often.
const WORK_PER_LOCATION = 0.2

export function fillDefaults(
  compiled: Compiled,
  value: Json,
  { makeObjects }: Filling = { makeObjects: true },
): Json {
  const root = compiled.schema
  // Prevents endless recursion in recursive types.
  const making = new Set<JsonSchema>(unconditional(root, root))
  let branchesTried = 0

  function fill(schema: Json | undefined, given: Json): Json {
    if (!isObject(schema)) return given
    countWork(WORK_PER_LOCATION)
    let filled = given
    for (const each of unconditional(root, schema)) {
      filled = fillConditions(
        each,
        Array.isArray(filled) ? fillItems(each, filled) : fillProperties(each, filled),
      )
    }
    return filled
  }

  function fillProperties(schema: JsonSchema, given: Json): Json {
    if (!isObject(given)) return given
    const filled = { ...given }
    const properties = isObject(schema.properties) ? schema.properties : {}
    for (const [key, property] of Object.entries(properties)) {
      const isAbsent = !Object.hasOwn(filled, key)
      const made = isAbsent ? absentValue(schema, key, property) : fill(property, filled[key] as Json)
      if (made !== undefined) setOwnProperty(filled, key, made)
    }
    for (const [key, each] of Object.entries(filled)) {
      const matched = patternsOf(schema).filter(([pattern]) => knownRegex(pattern).test(key))
      if (Object.hasOwn(properties, key)) continue
      const others = matched.length > 0 ? matched.map(([, each]) => each) : [schema.additionalProperties]
      setOwnProperty(
        filled,
        key,
        others.reduce<Json>((value, other) => fill(other, value), each),
      )
    }
    return filled
  }

  function patternsOf({ patternProperties }: JsonSchema): [string, Json][] {
    return isObject(patternProperties) ? Object.entries(patternProperties) : []
  }

  function fillItems(schema: JsonSchema, given: Json[]): Json[] {
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
    return given.map((item, index) => fill(first[index] ?? schema.items, item))
  }

  function absentValue(parent: JsonSchema, key: string, property: Json): Json | undefined {
    const declared = unconditional(root, property)
    const own = declared.find((each) => each.default !== undefined)
    if (own) return fill(property, structuredClone(own.default) as Json)
    const isRequired = Array.isArray(parent.required) && parent.required.includes(key)
    if (!makeObjects || isRequired || !isObject(property)) return undefined
    if (declared.some((each) => making.has(each))) return undefined
    if (!declared.some((each) => typesOf(each).includes('object') && isObject(each.properties)))
      return undefined
    for (const each of declared) making.add(each)
    const made = fill(property, {}) as JsonObject
    for (const each of declared) making.delete(each)
    return Object.keys(made).length > 0 && accepts(property, made) ? made : undefined
  }

  function fillConditions(schema: JsonSchema, given: Json): Json {
    let filled = given
    if (isObject(schema.if)) filled = fill(accepts(schema.if, filled) ? schema.then : schema.else, filled)
    if (isObject(schema.dependentSchemas) && isObject(filled)) {
      for (const [key, dependent] of Object.entries(schema.dependentSchemas)) {
        if (Object.hasOwn(filled as JsonObject, key)) filled = fill(dependent, filled)
      }
    }
    for (const branches of [schema.oneOf, schema.anyOf]) {
      if (Array.isArray(branches)) filled = fillBranch(branches, filled)
    }
    return filled
  }

  /** Returns the first branch that accepts the value with its defaults. */
  function fillBranch(branches: Json[], given: Json): Json {
    if (typeof given !== 'object' || given === null) return given
    for (const branch of branches) {
      // Bounds nested choices.
      if (!isObject(branch) || ++branchesTried > 1_000) continue
      const filled = fill(branch, given)
      if (accepts(branch, filled)) return filled
    }
    return given
  }

  function accepts(schema: JsonSchema, each: Json): boolean {
    const pointer = compiled.pointerOf(schema)
    return pointer !== undefined && compiled.at(pointer).accepts(each)
  }

  return hasDefault(root) ? fill(root, value) : value
}

const withDefault = new WeakMap<JsonSchema, boolean>()

/** Most schemas have no defaults. */
function hasDefault(root: JsonSchema): boolean {
  const known = withDefault.get(root)
  if (known !== undefined) return known
  let isFound = false
  walkSchema(root, (each) => {
    isFound ||= each.default !== undefined
  })
  withDefault.set(root, isFound)
  return isFound
}
