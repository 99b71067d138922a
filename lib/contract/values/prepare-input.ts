/**
 * What a caller sent, into what the handler gets. The same for every door.
 *
 * Ground, for servers; a browser asks `prepare-with.ts`. Source: specification "Contracts" §2, steps 4 to 6:
 * defaults, coercion, validation.
 */
import type { Json, JsonSchema } from '../json/json.ts'
import { compile } from '../schema/compile.ts'
import { type FastCheck, newFastCheck } from '../schema/fast-check.ts'
import { askPresence, fillPlainly, type Plan, planFilling } from './fill-plainly.ts'
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

type Fast = { check: FastCheck; plan: Plan | null }

// Writing the fast check takes longer than some dozen inputs do the long way.
const CALLS_BEFORE_FAST = 8

const fasts = new WeakMap<JsonSchema, { calls: number; fast?: Fast | null }>()

/** The value with its defaults, when it is valid with nothing to mend; undefined when that has to be looked into. */
function acceptedAtOnce(schema: JsonSchema, args: unknown): Json | undefined {
  const known = fasts.get(schema)
  if (!known) {
    fasts.set(schema, { calls: 1 })
    return undefined
  }
  if (known.fast === undefined) {
    if (++known.calls < CALLS_BEFORE_FAST) return undefined
    known.fast = makeFast(schema)
  }
  if (known.fast === null) return undefined
  const { check, plan } = known.fast
  // What was checked is JSON.
  if (check(args)) return args as Json
  const filled = plan ? fillPlainly(plan, args) : undefined
  return filled !== undefined && filled !== args && check(filled) ? (filled as Json) : undefined
}

function makeFast(schema: JsonSchema): Fast | null {
  const { schema: prepared } = compile(schema)
  const plan = planFilling(prepared)
  if (plan === undefined) return null
  const check = newFastCheck(plan ? askPresence(prepared) : prepared)
  return check && { check, plan }
}
