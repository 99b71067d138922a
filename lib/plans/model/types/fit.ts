/**
 * Tells whether a value of one shape fits where another is demanded. `assignable`: it is proven that every value passes
 * unchanged. `coercible`: values pass after coercion. `impossible`: it is proven that none passes, even coerced.
 * `uncertain`: some values fail, or the solver could not decide.
 */

import type { Compiled } from '../../../json-schema/evaluate/compiled-schema.ts'
import { interpretSchema } from '../../../json-schema/evaluate/interpreter.ts'
import { candidates } from '../../../json-schema/inclusion/candidates.ts'
import type { JsonType } from '../../../json-schema/inclusion/clause.ts'
import { isFound } from '../../../json-schema/inclusion/contradictions.ts'
import { checkAcceptance, goal, SchemaPair } from '../../../json-schema/inclusion/inclusion.ts'
import { STRICT } from '../../../json-schema/inclusion/tolerance.ts'
import { prepareCompiledInput } from '../../../json-schema/inputs/prepare-compiled-input.ts'
import type { Json, JsonSchema } from '../../../kernel/json/json.ts'
import { textCache } from '../../../kernel/json/text-cache.ts'
import { coercible, surelyCoercible } from './coercible.ts'
import { type Shape, shapeDocument } from './shape.ts'

export type Fit =
  | { kind: 'assignable' }
  /** `isSure` means that every value passes; otherwise `counterexample` is one that may not. */
  | { kind: 'coercible'; isSure: boolean; counterexample?: Json }
  /** `counterexample` is missing if the solver found none. */
  | { kind: 'uncertain'; counterexample?: Json }
  | { kind: 'impossible'; sample?: Json }

/** `isFinal` means that neither defaults nor coercion follow. */
export type ShapeDemand = { shape: Shape; isFinal?: boolean }

/** The solver stops after `withinMs`; what it has not decided then is `uncertain`. */
export function judgeFit(
  promised: Shape,
  { shape: demanded, isFinal = false }: ShapeDemand,
  withinMs = LONGEST_MS,
): Fit {
  if (demanded.schema === true) return { kind: 'assignable' }
  const [before, after] = [shapeDocument(promised), shapeDocument(demanded)]
  const question = JSON.stringify([before, after, isFinal, withinMs])
  return remember(question, () => judge(before, after, { isFinal, withinMs }))
}

/**
 * Returns `assignable` or `coercible` if every value of `promised` passes where `demanded` is, the latter after coercion, else
 * undefined, also for what the solver has not decided within `withinMs`. Much faster than `judgeFit`, which explains a refusal.
 */
export function provenFit(
  promised: Shape,
  demanded: Shape,
  withinMs: number,
): 'assignable' | 'coercible' | undefined {
  if (demanded.schema === true) return 'assignable'
  const [before, after] = [shapeDocument(promised), shapeDocument(demanded)]
  const found = checkAcceptance(new SchemaPair(before, after, withinMs), 'input', STRICT)
  if (found.kind === 'kept') return 'assignable'
  return found.kind === 'broken' && isSurelyCoercible(before, after) ? 'coercible' : undefined
}

// Most questions take a millisecond; a person waits for the answer.
const LONGEST_MS = 1_000

// Each edit of a plan asks these questions again.
const remember = textCache<Fit>({ characters: 8 * 1024 * 1024, entries: 1_000 })

export function sampleFor(promised: Shape, demanded: Shape): Json | undefined {
  const pair = new SchemaPair(shapeDocument(promised), shapeDocument(demanded), LONGEST_MS)
  const both = pair.find([goal(pair.before, true), goal(pair.after, true)], STRICT)
  if (isFound(both)) return both.found
  const one = pair.find([goal(pair.before, true)], STRICT)
  return isFound(one) ? one.found : undefined
}

export function typesIn(shape: Shape): JsonType[] {
  const pair = new SchemaPair(shapeDocument(shape), {}, LONGEST_MS)
  return pair.typesOf(pair.before)
}

function judge(
  before: JsonSchema,
  after: JsonSchema,
  { isFinal, withinMs }: { isFinal: boolean; withinMs: number },
): Fit {
  const pair = new SchemaPair(before, after, withinMs)
  const found = checkAcceptance(pair, 'input', STRICT)
  if (found.kind === 'kept') return { kind: 'assignable' }
  const wide = isFinal ? pair : new SchemaPair(before, coercible(after), withinMs)
  const counterexample = found.kind === 'broken' ? found.counterexample : undefined
  if (
    areShapesDisjoint(wide) &&
    !candidates(before).some((each) => isSafeValue(before, after, each, isFinal))
  ) {
    const sample = findLargestSample(before) ?? counterexample
    return { kind: 'impossible', ...(sample !== undefined && { sample }) }
  }
  if (isFinal || found.kind === 'undecided')
    return { kind: 'uncertain', ...(counterexample !== undefined && { counterexample }) }
  if (isSurelyCoercible(before, after)) return { kind: 'coercible', isSure: true }
  if (!areShapesDisjoint(pair)) return { kind: 'uncertain', counterexample }
  const failing = checkAcceptance(wide, 'input', STRICT)
  return {
    kind: 'coercible',
    isSure: false,
    ...(failing.kind === 'broken' && { counterexample: failing.counterexample }),
  }
}

function areShapesDisjoint(pair: SchemaPair): boolean {
  return pair.find([goal(pair.before, true), goal(pair.after, true)], STRICT) === 'none'
}

function findLargestSample(before: JsonSchema): Json | undefined {
  const promised = compileOnce(before)
  const values = candidates(before).filter((each) => JSON.stringify(each).length <= LONGEST_SAMPLE)
  const sizes = values
    .filter((each) => promised && acceptsValue(promised, each))
    .map((each) => ({ each, size: JSON.stringify(each).length }))
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.each
}

const LONGEST_SAMPLE = 120

function acceptsValue(schema: Compiled, value: Json): boolean {
  try {
    return schema.accepts(value)
  } catch {
    return false
  }
}

function isSafeValue(before: JsonSchema, after: JsonSchema, value: Json, isFinal: boolean): boolean {
  const [promised, demanded] = [compileOnce(before), compileOnce(after)]
  if (!promised || !demanded || !acceptsValue(promised, value)) return false
  if (isFinal) return acceptsValue(demanded, value)
  try {
    return prepareCompiledInput(demanded, value).issues.length === 0
  } catch {
    return false
  }
}

const compiled = new WeakMap<JsonSchema, Compiled | undefined>()

/** Returns undefined for a schema that does not compile; that, too, is remembered. */
export function compileOnce(schema: JsonSchema): Compiled | undefined {
  if (!compiled.has(schema)) compiled.set(schema, tryCompiling(schema))
  return compiled.get(schema)
}

function tryCompiling(schema: JsonSchema): Compiled | undefined {
  try {
    return interpretSchema(schema)
  } catch {
    return undefined
  }
}

function isSurelyCoercible(before: JsonSchema, after: JsonSchema): boolean {
  const sure = surelyCoercible(after, after)
  if (sure === undefined) return false
  const { $defs = {} } = after
  return (
    checkAcceptance(new SchemaPair(before, { allOf: [sure], $defs }, LONGEST_MS), 'input', STRICT).kind ===
    'kept'
  )
}
