/** All channels prepare input identically. See docs/spec/contracts.md §2. */
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { isPlainObject } from '../../kernel/json/to-json.ts'
import { compile } from '../evaluate/compile.ts'
import { type FastCheck, newFastCheck } from '../evaluate/fast-check.ts'
import { mapSchema, walkSchema } from '../tree/schema-tree.ts'
import { type PreparedInput, prepareWith } from './prepare-with.ts'

export type { PreparedInput } from './prepare-with.ts'

/**
 * `value` has defaults and coercions. `issues` is [] if it is valid; `onlyMissing` if required values are all that it
 * lacks. Never throws, may return parts of `args`. Undefined counts as {}.
 */
export function prepareInput(schema: JsonSchema, args: unknown): PreparedInput {
  const value = acceptedAtOnce(schema, args)
  if (value === undefined) return prepareWith(compile(schema), args)
  return { value, coercions: [], issues: [], onlyMissing: false }
}

type Field = { key: string; inside: FillPlan | null; isMade: boolean }

/** Fields of an object, or of every list item. */
type FillPlan = {
  fields?: Field[]
  items?: FillPlan
  isFlat?: boolean
}

type Fast = { accepts: FastCheck; filling?: { plan: FillPlan; fill: FastCheck } }

type Known = { schema: JsonSchema; calls: number; fast?: Fast | null }

// Compiling takes longer than a few dozen full validations.
const CALLS_BEFORE_FAST = 8

const all = new WeakMap<JsonSchema, Known>()
// Calls often repeat, and a lookup costs as much as checking a small input.
let latest: Known | undefined

/** Returns undefined if coercion is needed. */
function acceptedAtOnce(schema: JsonSchema, args: unknown): Json | undefined {
  if (latest?.schema !== schema) latest = knownOf(schema)
  if (latest.fast === undefined) {
    if (++latest.calls < CALLS_BEFORE_FAST) return undefined
    latest.fast = makeFast(schema)
  }
  if (latest.fast === null) return undefined
  const { accepts, filling } = latest.fast
  // Copying a flat value is cheaper than checking for missing fields.
  if (!filling?.plan.isFlat && accepts(args)) return args as Json
  if (!filling) return undefined
  const copy = copyToFill(filling.plan, args)
  return copy !== undefined && filling.fill(copy) ? (copy as Json) : undefined
}

function knownOf(schema: JsonSchema): Known {
  const known = all.get(schema) ?? { schema, calls: 0 }
  all.set(schema, known)
  return known
}

function makeFast(schema: JsonSchema): Fast | null {
  const { schema: prepared } = compile(schema)
  const plan = planFilling(prepared)
  if (plan === undefined) return null
  const asked = plan ? askPresence(prepared) : prepared
  const accepts = newFastCheck(asked)
  const fill = plan && newFastCheck(asked, { fills: true })
  return accepts && { accepts, ...(plan && fill && { filling: { plan, fill } }) }
}

function planFilling(schema: JsonSchema): FillPlan | null | undefined {
  if (!hasDefault(schema)) return null
  try {
    return planOf(schema)
  } catch (thrown) {
    if (thrown instanceof NotPlain) return undefined
    throw thrown
  }
}

class NotPlain extends Error {}

function askPresence(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (each) => {
    if (!hasDefault(each)) return each
    const present = fieldsOf(each).map(({ key }) => key)
    return present.length > 0 ? { ...each, present } : each
  })
}

function copyToFill(plan: FillPlan, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return plan.items ? copyItems(plan.items, value) : value
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

function copyItems(plan: FillPlan, items: unknown[]): unknown[] | undefined {
  const copies: unknown[] = []
  for (const item of items) {
    const copy = copyToFill(plan, item)
    if (copy === undefined) return undefined
    copies.push(copy)
  }
  return copies
}

function planOf(schema: Json | undefined): FillPlan | null {
  if (!isObject(schema)) return null
  const { properties: _, items, ...others } = schema
  // Such defaults depend on more than their location.
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
