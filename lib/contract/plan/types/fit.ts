/**
 * Whether what one step promises will do for what the next one demands.
 *
 * Ground; also in the browser. `assignable`: every value passes as it is. `impossible`: none passes, coerced or not.
 * Both are proved. `coercible`: what passes is changed on the way. `uncertain`: some pass and some do not, or it could
 * not be told. The proofs are the version rules' own (`../../compat`), each held against the validator.
 * Source: specification "First-party tools and plans", Plan, Checked before anything runs; "Contracts" §3.
 */
import { acceptance } from '../../compat/acceptance.ts'
import { isFound } from '../../compat/answer.ts'
import { candidates } from '../../compat/candidates.ts'
import type { Type } from '../../compat/clause.ts'
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

// Nearly every question takes a millisecond; the builder must not stand still for the others.
const LONGEST_MS = 1_000

// The builder asks again at every keystroke.
const remember = textCache<Fit>({ characters: 8 * 1024 * 1024, entries: 1_000 })

/** A value that is promised and, if there is one, taken too; undefined when none was found. */
export function sampleFor(promised: Shape, demanded: Shape): Json | undefined {
  const pair = new SchemaPair(documentOf(promised), documentOf(demanded), LONGEST_MS)
  const both = pair.find([goal(pair.before, true), goal(pair.after, true)], STRICT)
  if (isFound(both)) return both.found
  const one = pair.find([goal(pair.before, true)], STRICT)
  return isFound(one) ? one.found : undefined
}

/** The types that a value of the shape may have. */
export function typesIn(shape: Shape): Type[] {
  const pair = new SchemaPair(documentOf(shape), {}, LONGEST_MS)
  return pair.typesOf(pair.before)
}

function judge(before: JsonSchema, after: JsonSchema, isFinal: boolean): Fit {
  const pair = new SchemaPair(before, after, LONGEST_MS)
  const found = acceptance(pair, 'input', STRICT)
  if (found.is === 'kept') return { is: 'assignable' }
  const wide = isFinal ? pair : new SchemaPair(before, mendable(after), LONGEST_MS)
  const witness = found.is === 'broken' ? found.witness : undefined
  if (areApart(wide) && !candidates(before).some((each) => passes(before, after, each, isFinal))) {
    const sample = fullest(before) ?? witness
    return { is: 'impossible', ...(sample !== undefined && { sample }) }
  }
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

/** Of the values that are promised one that shows what they are made of: not the empty list. */
function fullest(before: JsonSchema): Json | undefined {
  const promised = readable(before)
  const values = candidates(before).filter((each) => JSON.stringify(each).length <= LONGEST_SAMPLE)
  const sizes = values
    .filter((each) => promised && keeps(promised, each))
    .map((each) => ({ each, size: JSON.stringify(each).length }))
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.each
}

const LONGEST_SAMPLE = 120

function keeps(schema: Compiled, value: Json): boolean {
  try {
    return schema.accepts(value)
  } catch {
    // A reference that leads nowhere: nothing can be asked.
    return false
  }
}

function passes(before: JsonSchema, after: JsonSchema, value: Json, isFinal: boolean): boolean {
  const [promised, demanded] = [readable(before), readable(after)]
  if (!promised || !demanded || !keeps(promised, value)) return false
  if (isFinal) return keeps(demanded, value)
  try {
    return prepareWith(demanded, value).issues.length === 0
  } catch {
    return false
  }
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
  return (
    acceptance(new SchemaPair(before, { allOf: [sure], $defs }, LONGEST_MS), 'input', STRICT).is === 'kept'
  )
}
