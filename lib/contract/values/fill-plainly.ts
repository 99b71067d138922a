/**
 * Defaults of schemas whose defaults stand in plain places, filled without looking for them each time.
 *
 * Ground. Plain means: in fields of objects and in items of lists, not in branches, conditions or references. What
 * `fillDefaults` would have to make up (an absent object of its fields' defaults) is left to it.
 */
import { isPlainObject } from '../json/is-json.ts'
import { isObject, type Json, type JsonSchema } from '../json/json.ts'
import { mapSchema, walkSchema } from '../schema/schema-tree.ts'

type Field = { key: string; inside: Plan | null; isMade: boolean }

/** What there is to fill: fields of an object, or the same inside every item of a list. */
export type Plan = { fields?: Field[]; items?: Plan /** No field holds others to fill. */; isFlat?: boolean }

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
    // Branches and references have none, or there were no plan; what else they hold is not asked.
    if (!hasDefault(each)) return each
    const present = fieldsOf(each).map(({ key }) => key)
    return present.length > 0 ? { ...each, present } : each
  })
}

/** A copy of the parts that are to be filled, for who fills in place; undefined when it has to be done the long way. */
export function copyToFill(plan: Plan, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return plan.items ? copyItems(plan.items, value) : value
  // Not to be copied, and so not to be filled.
  if (!isPlainObject(value)) return undefined
  if (!plan.fields) return value
  const copy = { ...value } as Record<string, unknown>
  if (plan.isFlat) return copy
  for (const { key, inside, isMade } of plan.fields) {
    const given = copy[key]
    if (given === undefined && isMade) return undefined
    if (given === undefined || !inside) continue
    const made = copyToFill(inside, given)
    if (made === undefined) return undefined
    copy[key] = made
  }
  return copy
}

function copyItems(plan: Plan, items: unknown[]): unknown[] | undefined {
  const copies: unknown[] = []
  for (const item of items) {
    const copy = copyToFill(plan, item)
    if (copy === undefined) return undefined
    copies.push(copy)
  }
  return copies
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
  return fields.length > 0 ? { fields, isFlat: fields.every(({ inside }) => !inside) } : null
}

function fieldsOf(schema: JsonSchema): Field[] {
  const { properties } = schema
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([key, property]): Field[] => {
    const inside = planOf(property)
    const value = isObject(property) ? property.default : undefined
    if (value === undefined && !inside) return []
    const isMade = value === undefined && inside?.fields !== undefined && !required.includes(key)
    return [{ key, inside, isMade }]
  })
}

function hasDefault(schema: JsonSchema): boolean {
  let isFound = false
  walkSchema(schema, (each) => {
    isFound ||= each.default !== undefined
  })
  return isFound
}
