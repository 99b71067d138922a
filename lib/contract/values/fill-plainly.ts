/**
 * Defaults of schemas whose defaults stand in plain places, filled without looking for them each time.
 *
 * Ground. Plain means: in fields of objects and in items of lists, not in branches, conditions or references. What
 * `fillDefaults` would have to make up (an absent object of its fields' defaults) is left to it.
 */
import { isPlainObject } from '../json/is-json.ts'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { mapSchema, walkSchema } from '../schema/schema-tree.ts'

type Field = { key: string; value?: Json; inside: Plan | null; isMade: boolean }

/** What there is to fill: fields of an object, or the same inside every item of a list. */
export type Plan = { fields?: Field[]; items?: Plan }

/** The plan for a schema; null when there is nothing to fill, undefined when it is not plain. */
export function planFilling(schema: JsonSchema): Plan | null | undefined {
  if (!hasDefault(schema)) return null
  try {
    return planOf(schema)
  } catch (thrown) {
    if (thrown instanceof NotPlain) return undefined
    throw thrown
  }
}

class NotPlain extends Error {}

/** The schema with a keyword `present` wherever something would be filled: what keeps it needs no filling. */
export function askPresence(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (each) => {
    const present = fieldsOf(each).map(({ key }) => key)
    return present.length > 0 ? { ...each, present } : each
  })
}

/** The value with what was absent, the same object where nothing was; undefined when it has to be done the long way. */
export function fillPlainly(plan: Plan, value: unknown): unknown {
  if (plan.items && Array.isArray(value)) return fillItems(plan.items, value)
  if (!plan.fields || typeof value !== 'object' || value === null || !isPlainObject(value)) return value
  let filled = value as Record<string, unknown>
  for (const { key, value: absent, inside, isMade } of plan.fields) {
    const given = filled[key]
    if (given === undefined) {
      if (isMade) return undefined
      if (absent === undefined) continue
    }
    const start = given === undefined ? copyOf(absent as Json) : given
    const made = inside ? fillPlainly(inside, start) : start
    if (made === undefined) return undefined
    if (made === given) continue
    if (filled === value) filled = { ...filled }
    filled[key] = made
  }
  return filled
}

function copyOf(value: Json): Json {
  return typeof value === 'object' ? structuredClone(value) : value
}

function fillItems(plan: Plan, items: unknown[]): unknown[] | undefined {
  let filled = items
  for (const [index, item] of items.entries()) {
    const made = fillPlainly(plan, item)
    if (made === undefined) return undefined
    if (made === item) continue
    if (filled === items) filled = [...items]
    filled[index] = made
  }
  return filled
}

function planOf(schema: Json | undefined): Plan | null {
  if (!isObject(schema)) return null
  const { properties: _, items, ...others } = schema
  // A default in a branch, or behind a reference, depends on more than the place.
  if (others.$ref !== undefined || hasDefault({ ...others, default: undefined as never }))
    throw new NotPlain()
  const inItems = planOf(items)
  const fields = fieldsOf(schema)
  if (inItems && fields.length > 0) throw new NotPlain()
  if (inItems) return { items: inItems }
  return fields.length > 0 ? { fields } : null
}

function fieldsOf(schema: JsonSchema): Field[] {
  const { properties } = schema
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([key, property]): Field[] => {
    const inside = planOf(property)
    const value = isObject(property) ? property.default : undefined
    if (value === undefined && !inside) return []
    const isMade = value === undefined && inside?.fields !== undefined && !required.includes(key)
    return [{ key, ...(value !== undefined && { value }), inside, isMade }]
  })
}

function hasDefault(schema: JsonSchema): boolean {
  let isFound = false
  walkSchema(schema, (each) => {
    isFound ||= each.default !== undefined
  })
  return isFound
}
