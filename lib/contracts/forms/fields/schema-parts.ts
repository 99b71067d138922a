import { LRUCache } from 'lru-cache'
import { linearRegex } from '#lib/json-schema/regex/linear-regex.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/kernel/json/json.ts'
import type { FieldModel } from './field-model.ts'

export type ObjectParts = {
  properties: Map<string, readonly Json[]>
  required: ReadonlySet<string>
  /** Returns the schemas of a property: `[]` if any value is allowed, null if the property is not. */
  schemasOf: (name: string) => readonly Json[] | null
  isOpen: boolean
  names: string[]
}

type DeclaredParts = Pick<ObjectParts, 'properties' | 'isOpen' | 'names'> & { required: ReadonlySet<string> }

const declaredParts = new WeakMap<readonly Json[], DeclaredParts>()

/**
 * Returns the fields of an object. Equal schemas get the identical parts, so that nothing is rendered again; which
 * names are
 * required may depend on the value.
 */
export function objectParts({ schemas }: Pick<FieldModel, 'schemas'>, value: unknown): ObjectParts {
  const key = internList(schemas)
  const parts = declaredParts.get(key) ?? declaredIn(schemas)
  declaredParts.set(key, parts)
  const schemasOf = (name: string) => schemasOfUndeclared(schemas, name)
  if (!schemas.some(dependsOnValue)) return { ...parts, schemasOf }
  const required = collectRequired(schemas, value)
  return { ...parts, required, properties: withRequired(parts.properties, required, schemas), schemasOf }
}

/**
 * Adds the required names that no schema declares, so that the form has a field for them. Omits those that the
 * contract forbids: no value could satisfy it.
 */
function withRequired(
  declared: ObjectParts['properties'],
  required: ReadonlySet<string>,
  schemas: readonly JsonSchema[],
): ObjectParts['properties'] {
  const more = [...required].flatMap((name): [string, readonly Json[]][] => {
    const allowed = declared.has(name) ? null : schemasOfUndeclared(schemas, name)
    return allowed ? [[name, allowed]] : []
  })
  return more.length === 0 ? declared : new Map([...declared, ...more])
}

function declaredIn(schemas: readonly JsonSchema[]): DeclaredParts {
  const declared = new Map<string, Json[]>()
  for (const schema of schemas) {
    for (const [name, each] of entriesOf(schema.properties)) {
      declared.set(name, [...(declared.get(name) ?? []), each])
    }
  }
  for (const [name, list] of declared) list.push(...findPatternSchemas(schemas, name))
  const isSealed = schemas.some((schema) => schema.additionalProperties === false)
  const hasPatterns = schemas.some((schema) => entriesOf(schema.patternProperties).length > 0)
  // `properties: {}` declares none; a schema without `properties` allows any.
  const isUnspoken = schemas.every(({ properties }) => properties === undefined)
  const isInviting = schemas.some(
    ({ additionalProperties: more }) => more === true || (isObject(more) && more.not === undefined),
  )
  const properties = new Map([...declared].map(([name, list]) => [name, internList(list)]))
  const required = collectRequired(schemas, undefined)
  return {
    properties: withRequired(properties, required, schemas),
    required,
    isOpen: hasPatterns || (!isSealed && (isInviting || isUnspoken)),
    names: schemas.flatMap(({ propertyNames }) =>
      isObject(propertyNames) && Array.isArray(propertyNames.enum) ? propertyNames.enum.map(String) : [],
    ),
  }
}

function dependsOnValue({ dependentRequired, dependencies }: JsonSchema): boolean {
  return dependentRequired !== undefined || dependencies !== undefined
}

function collectRequired(schemas: readonly JsonSchema[], value: unknown): Set<string> {
  const names = new Set<string>()
  for (const schema of schemas) {
    for (const name of listOf(schema.required)) names.add(name)
    for (const keyword of ['dependentRequired', 'dependencies']) {
      for (const [key, wanted] of entriesOf(schema[keyword])) {
        if (isObject(value) && Object.hasOwn(value, key)) for (const name of listOf(wanted)) names.add(name)
      }
    }
  }
  return names
}

function schemasOfUndeclared(schemas: readonly JsonSchema[], name: string): readonly Json[] | null {
  const matching = findPatternSchemas(schemas, name)
  const others = schemas.flatMap((schema) => {
    const isKnown =
      Object.hasOwn(isObject(schema.properties) ? schema.properties : {}, name) ||
      findPatternSchemas([schema], name).length > 0
    return isKnown ? [] : [schema.additionalProperties, schema.unevaluatedProperties]
  })
  const all = [...matching, ...others].filter((each) => each !== undefined)
  return all.includes(false) ? null : internList(all.filter(isObject))
}

function findPatternSchemas(schemas: readonly JsonSchema[], name: string): Json[] {
  return schemas.flatMap((schema) =>
    entriesOf(schema.patternProperties).flatMap(([pattern, each]) => (matches(pattern, name) ? [each] : [])),
  )
}

const patterns = new LRUCache<string, { test: (text: string) => boolean }>({ max: 1_000 })

function matches(pattern: string, name: string): boolean {
  try {
    const compiled = patterns.get(pattern) ?? linearRegex(pattern)
    patterns.set(pattern, compiled)
    return compiled.test(name)
  } catch {
    return false
  }
}

/** Returns a name for a new property that the object does not have, and that the contract allows if there is one. */
export function freeName({ names, schemasOf }: ObjectParts, value: object): string {
  const suggested = names.find((name) => !Object.hasOwn(value, name))
  if (suggested !== undefined) return suggested
  const tried = ['field', 'a', 'A', 'x-field', '1', '/field', '.field', '$field', '@field', '_']
  const base = tried.find((name) => schemasOf(name) !== null) ?? 'field'
  let name = base
  for (let number = 2; Object.hasOwn(value, name); number++) name = `${base}${number}`
  return name
}

type ListParts = {
  tupleLength: number
  schemasAt: (index: number) => readonly Json[]
  isOpen: boolean
  least: number
  most: number
  isSet: boolean
}

export function listParts({ schemas }: Pick<FieldModel, 'schemas'>): ListParts {
  const firsts = schemas.map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems : []))
  return {
    tupleLength: Math.max(0, ...firsts.map((each) => each.length)),
    schemasAt: (index) =>
      internList(
        schemas.flatMap((schema, at) => firsts[at]?.[index] ?? schema.items ?? schema.unevaluatedItems ?? []),
      ),
    isOpen: !schemas.some(({ items, unevaluatedItems }) => items === false || unevaluatedItems === false),
    least: Math.max(0, ...numbersAt(schemas, 'minItems')),
    most: Math.min(Number.POSITIVE_INFINITY, ...numbersAt(schemas, 'maxItems')),
    isSet: schemas.some(({ uniqueItems }) => uniqueItems === true),
  }
}

function numbersAt(schemas: readonly JsonSchema[], keyword: string): number[] {
  return schemas.map((schema) => schema[keyword]).filter((each) => typeof each === 'number')
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value as JsonObject) : []
}

function listOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

const numbering = new WeakMap<object, number>()
const lists = new LRUCache<string, readonly Json[]>({ max: 20_000 })
let count = 0

/** Returns the identical list for equal ones, so that React does not render again. */
export function internList(list: readonly Json[]): readonly Json[] {
  const key = list
    .map((each) => {
      if (!isObject(each)) return String(each)
      const number = numbering.get(each) ?? ++count
      numbering.set(each, number)
      return number
    })
    .join()
  const cached = lists.get(key) ?? list
  lists.set(key, cached)
  return cached
}
