/**
 * What a caller sent, into what the handler gets. The same for every door.
 *
 * Ground, for servers; a browser asks `prepare-with.ts`. Source: specification "Contracts" §2, steps 4 to 6:
 * defaults, coercion, validation.
 */
import type { Json, JsonSchema } from '../json/json.ts'
import { compile } from '../schema/compile.ts'
import { type FastCheck, newFastCheck } from '../schema/fast-check.ts'
import { askPresence, copyToFill, type Plan, planFilling } from './fill-plainly.ts'
import { type PreparedInput, prepareWith } from './prepare-with.ts'

export type { PreparedInput } from './prepare-with.ts'

/**
 * Prepares `args` for a handler whose canonical parameters are `schema`. Never throws for a bad value, never
 * changes `args`, and may give parts of it back as they are; undefined counts as an empty object.
 */
export function prepareInput(schema: JsonSchema, args: unknown): PreparedInput {
  const value = acceptedAtOnce(schema, args)
  if (value === undefined) return prepareWith(compile(schema), args)
  return { value, coercions: [], issues: [], onlyMissing: false }
}

/** Asks for what is valid as it is; `filling` fills a copy of the plan's parts while it asks the same. */
type Fast = { accepts: FastCheck; filling?: { plan: Plan; fill: FastCheck } }

type Known = { schema: JsonSchema; calls: number; fast?: Fast | null }

// Writing the fast check takes longer than some dozen inputs do the long way.
const CALLS_BEFORE_FAST = 8

const all = new WeakMap<JsonSchema, Known>()
// The same schema is asked for many times in a row, and looking it up costs as much as checking a small input.
let latest: Known | undefined

/** The value with its defaults, when it is valid with nothing to mend; undefined when that has to be looked into. */
function acceptedAtOnce(schema: JsonSchema, args: unknown): Json | undefined {
  if (latest?.schema !== schema) latest = knownOf(schema)
  if (latest.fast === undefined) {
    if (++latest.calls < CALLS_BEFORE_FAST) return undefined
    latest.fast = makeFast(schema)
  }
  if (latest.fast === null) return undefined
  const { accepts, filling } = latest.fast
  // What was checked is JSON. Copying one level costs less than asking whether anything is missing.
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
