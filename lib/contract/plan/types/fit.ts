/**
 * Whether what one step promises will do for what the next one demands.
 *
 * Ground; also in the browser. `assignable`: every value passes as it is. `impossible`: none passes, coerced or not.
 * Both are proved. `coercible`: what passes is changed on the way. `uncertain`: some pass and some do not, or it could
 * not be told. The proofs are the version rules' own (`../../compat`), each held against the validator.
 * Source: specification "First-party tools and plans", Plan, Checked before anything runs; "Contracts" §3.
 */
import { acceptance } from '../../compat/acceptance.ts'
import { candidates } from '../../compat/candidates.ts'
import { goal, SchemaPair } from '../../compat/inclusion.ts'
import { STRICT } from '../../compat/lenience.ts'
import type { Json, JsonSchema } from '../../json/json.ts'
import { textCache } from '../../json/text-cache.ts'
import { type Compiled, compileWith } from '../../schema/compile-with.ts'
import { newEngine } from '../../schema/interpreter.ts'
import { prepareWith } from '../../values/prepare-with.ts'
import { mendable, surelyMended } from './mendable.ts'
import { documentOf, type Shape } from './shape.ts'

export type Fit =
  | { is: 'assignable' }
  /** `isSure`: every value passes once it is changed. Otherwise `witness` is one that does not. */
  | { is: 'coercible'; isSure: boolean; witness?: Json }
  /** `witness`: a value that is promised and refused; absent when it could not be told. */
  | { is: 'uncertain'; witness?: Json }
  /** `sample`: a value that is promised, for a sentence. */
  | { is: 'impossible'; sample?: Json }

/** `isFinal`: nothing is filled in or coerced on the way. */
export type Demand = { shape: Shape; isFinal?: boolean }

export function judgeFit(promised: Shape, { shape: demanded, isFinal = false }: Demand): Fit {
  if (demanded.schema === true) return { is: 'assignable' }
  const [before, after] = [documentOf(promised), documentOf(demanded)]
  return remember(JSON.stringify([before, after, isFinal]), () => judge(before, after, isFinal))
}

// The builder asks again at every keystroke.
const remember = textCache<Fit>({ characters: 8 * 1024 * 1024, entries: 1_000 })

function judge(before: JsonSchema, after: JsonSchema, isFinal: boolean): Fit {
  const pair = new SchemaPair(before, after)
  const found = acceptance(pair, 'input', STRICT)
  if (found.is === 'kept') return { is: 'assignable' }
  const wide = isFinal ? pair : new SchemaPair(before, mendable(after))
  const witness = found.is === 'broken' ? found.witness : undefined
  if (areApart(wide) && !candidates(before).some((each) => passes(before, after, each, isFinal)))
    return { is: 'impossible', ...(witness !== undefined && { sample: witness }) }
  if (isFinal || found.is === 'undecided')
    return { is: 'uncertain', ...(witness !== undefined && { witness }) }
  if (isSurelyMended(before, after)) return { is: 'coercible', isSure: true }
  if (!areApart(pair)) return { is: 'uncertain', witness }
  const failing = acceptance(wide, 'input', STRICT)
  return { is: 'coercible', isSure: false, ...(failing.is === 'broken' && { witness: failing.witness }) }
}

/** Nothing is taken by both. */
function areApart(pair: SchemaPair): boolean {
  return pair.find([goal(pair.before, true), goal(pair.after, true)], STRICT) === 'none'
}

function passes(before: JsonSchema, after: JsonSchema, value: Json, isFinal: boolean): boolean {
  const [promised, demanded] = [readable(before), readable(after)]
  if (!promised?.accepts(value) || !demanded) return false
  return isFinal ? demanded.accepts(value) : prepareWith(demanded, value).issues.length === 0
}

const compiled = new WeakMap<JsonSchema, { is?: Compiled }>()

/** Undefined for a schema that cannot be asked: a reference that leads nowhere. */
function readable(schema: JsonSchema): Compiled | undefined {
  const known = compiled.get(schema)
  if (known) return known.is
  const made = { is: tryCompiling(schema) }
  compiled.set(schema, made)
  return made.is
}

function tryCompiling(schema: JsonSchema): Compiled | undefined {
  try {
    return compileWith(newEngine, schema)
  } catch {
    return undefined
  }
}

function isSurelyMended(before: JsonSchema, after: JsonSchema): boolean {
  const sure = surelyMended(after, after)
  if (sure === undefined) return false
  const { $defs = {} } = after
  return acceptance(new SchemaPair(before, { allOf: [sure], $defs }), 'input', STRICT).is === 'kept'
}
