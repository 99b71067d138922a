/**
 * Fills in defaults, also in nested objects, lists and the matching branch of a choice. Null and "" are values. See
 * docs/spec/contracts.md §2.
 */

import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { setOwnProperty } from '../../kernel/json/to-json.ts'
import type { Compiled } from '../evaluate/compile.ts'
import { spendWork } from '../limits/work-budget.ts'
import { knownRegex } from '../regex/linear-regex.ts'
import { listTypes, unconditional, walkSchema } from '../tree/schema-tree.ts'

export type Filling = {
  /** Makes an object if its fields' defaults make it valid. */
  makeObjects: boolean
}

const NO_PROPERTIES: JsonSchema = {}

// References can reach one location exponentially often.
const WORK_PER_LOCATION = 0.2

export function fillDefaults(
  compiled: Compiled,
  value: Json,
  { makeObjects }: Filling = { makeObjects: true },
): Json {
  const root = compiled.schema
  return new Filler(compiled, makeObjects).fill(root, value)
}

/** Limits nested choices. */
const MAX_BRANCHES = 1_000

class Filler {
  readonly #compiled: Compiled
  readonly #root: JsonSchema
  readonly #makeObjects: boolean
  readonly #making: Set<JsonSchema>
  readonly #unconditional = new Map<JsonSchema, JsonSchema[]>()
  #branchesTried = 0

  constructor(compiled: Compiled, makeObjects: boolean) {
    this.#compiled = compiled
    this.#root = compiled.schema
    this.#makeObjects = makeObjects
    this.#making = new Set(unconditional(this.#root, this.#root))
  }

  fill(schema: Json | undefined, value: Json): Json {
    if (!isObject(schema) || !mayFill(schema)) return value
    spendWork(WORK_PER_LOCATION)
    let filled = value
    for (const each of this.#appliedWith(schema)) {
      const inner = Array.isArray(filled) ? this.#fillItems(each, filled) : this.#fillProperties(each, filled)
      filled = this.#fillConditions(each, inner)
    }
    return filled
  }

  #fillProperties(schema: JsonSchema, value: Json): Json {
    if (!isObject(value)) return value
    const filled = { ...value }
    const properties = isObject(schema.properties) ? schema.properties : NO_PROPERTIES
    for (const [key, property] of fillableProperties(properties)) {
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

  #absentValue(parent: JsonSchema, key: string, property: JsonSchema): Json | undefined {
    const declared = this.#appliedWith(property)
    const own = declared.find((each) => each.default !== undefined)
    if (own) return this.fill(property, copyDefault(own.default as Json))
    const isRequired = Array.isArray(parent.required) && parent.required.includes(key)
    if (!this.#makeObjects || isRequired) return undefined
    if (declared.some((each) => this.#making.has(each))) return undefined
    if (!declared.some((each) => listTypes(each).includes('object') && isObject(each.properties)))
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

  /** `unconditional`, once for each schema: the items of a list share theirs. */
  #appliedWith(schema: JsonSchema): JsonSchema[] {
    const known = this.#unconditional.get(schema) ?? unconditional(this.#root, schema)
    this.#unconditional.set(schema, known)
    return known
  }

  #accepts(schema: JsonSchema, value: Json): boolean {
    const pointer = this.#compiled.pointerOf(schema)
    return pointer !== undefined && this.#compiled.at(pointer).accepts(value)
  }
}

function patternsOf({ patternProperties }: JsonSchema): [string, Json][] {
  return isObject(patternProperties) ? Object.entries(patternProperties) : []
}

function copyDefault(value: Json): Json {
  return typeof value === 'object' ? structuredClone(value) : value
}

const fillableEntries = new WeakMap<JsonSchema, [string, JsonSchema][]>()

function fillableProperties(properties: JsonSchema): [string, JsonSchema][] {
  const known =
    fillableEntries.get(properties) ??
    Object.entries(properties).filter(
      (entry): entry is [string, JsonSchema] => isObject(entry[1]) && mayFill(entry[1]),
    )
  fillableEntries.set(properties, known)
  return known
}

const fillable = new WeakMap<JsonSchema, boolean>()

/** Whether a schema has a default inside it, or a reference, which may lead to one. */
function mayFill(schema: JsonSchema): boolean {
  const known = fillable.get(schema)
  if (known !== undefined) return known
  let isFound = false
  walkSchema(schema, (each) => {
    isFound ||= each.default !== undefined || each.$ref !== undefined
  })
  fillable.set(schema, isFound)
  return isFound
}
