/**
 * Fills in defaults, also in nested objects, lists and the matching branch of a choice. Null and "" are values. See
 * docs/spec/contracts.md §2.
 */

import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { setOwnProperty } from '../../kernel/json/to-json.ts'
import type { Compiled } from '../evaluate/compile.ts'
import { countWork } from '../limits/effort.ts'
import { knownRegex } from '../regex/linear-regex.ts'
import { typesOf, unconditional, walkSchema } from '../tree/schema-tree.ts'

export type Filling = {
  /** Makes an object if its fields' defaults make it valid. */
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
  return hasDefault(root) ? new Filler(compiled, makeObjects).fill(root, value) : value
}

/** Limits nested choices. */
const MAX_BRANCHES = 1_000

class Filler {
  readonly #compiled: Compiled
  readonly #root: JsonSchema
  readonly #makeObjects: boolean
  readonly #making: Set<JsonSchema>
  #branchesTried = 0

  constructor(compiled: Compiled, makeObjects: boolean) {
    this.#compiled = compiled
    this.#root = compiled.schema
    this.#makeObjects = makeObjects
    this.#making = new Set(unconditional(this.#root, this.#root))
  }

  fill(schema: Json | undefined, value: Json): Json {
    if (!isObject(schema)) return value
    countWork(WORK_PER_LOCATION)
    let filled = value
    for (const each of unconditional(this.#root, schema)) {
      const inner = Array.isArray(filled) ? this.#fillItems(each, filled) : this.#fillProperties(each, filled)
      filled = this.#fillConditions(each, inner)
    }
    return filled
  }

  #fillProperties(schema: JsonSchema, value: Json): Json {
    if (!isObject(value)) return value
    const filled = { ...value }
    const properties = isObject(schema.properties) ? schema.properties : {}
    for (const [key, property] of Object.entries(properties)) {
      const isAbsent = !Object.hasOwn(filled, key)
      const made = isAbsent
        ? this.#absentValue(schema, key, property)
        : this.fill(property, filled[key] as Json)
      if (made !== undefined) setOwnProperty(filled, key, made)
    }
    for (const [key, each] of Object.entries(filled)) {
      if (Object.hasOwn(properties, key)) continue
      const matched = patternsOf(schema).filter(([pattern]) => knownRegex(pattern).test(key))
      const others = matched.length > 0 ? matched.map(([, other]) => other) : [schema.additionalProperties]
      setOwnProperty(
        filled,
        key,
        others.reduce<Json>((inner, other) => this.fill(other, inner), each),
      )
    }
    return filled
  }

  #fillItems(schema: JsonSchema, items: Json[]): Json[] {
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
    return items.map((item, index) => this.fill(first[index] ?? schema.items, item))
  }

  #absentValue(parent: JsonSchema, key: string, property: Json): Json | undefined {
    const declared = unconditional(this.#root, property)
    const own = declared.find((each) => each.default !== undefined)
    if (own) return this.fill(property, structuredClone(own.default) as Json)
    const isRequired = Array.isArray(parent.required) && parent.required.includes(key)
    if (!this.#makeObjects || isRequired || !isObject(property)) return undefined
    if (declared.some((each) => this.#making.has(each))) return undefined
    if (!declared.some((each) => typesOf(each).includes('object') && isObject(each.properties)))
      return undefined
    for (const each of declared) this.#making.add(each)
    const made = this.fill(property, {}) as JsonObject
    for (const each of declared) this.#making.delete(each)
    return Object.keys(made).length > 0 && this.#accepts(property, made) ? made : undefined
  }

  #fillConditions(schema: JsonSchema, value: Json): Json {
    let filled = value
    if (isObject(schema.if))
      filled = this.fill(this.#accepts(schema.if, filled) ? schema.then : schema.else, filled)
    if (isObject(schema.dependentSchemas) && isObject(filled)) {
      for (const [key, dependent] of Object.entries(schema.dependentSchemas)) {
        if (Object.hasOwn(filled as JsonObject, key)) filled = this.fill(dependent, filled)
      }
    }
    for (const branches of [schema.oneOf, schema.anyOf]) {
      if (Array.isArray(branches)) filled = this.#fillBranch(branches, filled)
    }
    return filled
  }

  /** Fills in the first branch that then accepts the value. */
  #fillBranch(branches: Json[], value: Json): Json {
    if (typeof value !== 'object' || value === null) return value
    for (const branch of branches) {
      if (!isObject(branch) || ++this.#branchesTried > MAX_BRANCHES) continue
      const filled = this.fill(branch, value)
      if (this.#accepts(branch, filled)) return filled
    }
    return value
  }

  #accepts(schema: JsonSchema, value: Json): boolean {
    const pointer = this.#compiled.pointerOf(schema)
    return pointer !== undefined && this.#compiled.at(pointer).accepts(value)
  }
}

function patternsOf({ patternProperties }: JsonSchema): [string, Json][] {
  return isObject(patternProperties) ? Object.entries(patternProperties) : []
}

const withDefault = new WeakMap<JsonSchema, boolean>()

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
