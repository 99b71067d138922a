/**
 * Decides whether a version may break callers, with a counterexample: an input that is now refused, or an
 * output that was not possible before. Generated values are tried too, to detect errors in proofs.
 */
import type { Json, JsonSchema } from '../../json/json.ts'
import { mapSchema } from '../tree/schema-tree.ts'
import { candidates } from './candidates.ts'
import { SchemaPair } from './inclusion.ts'
import { FREE_NAMES_OF_ONE, OPEN_ENDED, type Tolerance } from './tolerance.ts'

export type Direction = 'input' | 'output'

export type Acceptance = { is: 'kept' } | { is: 'broken'; counterexample: Json } | { is: 'undecided' }

/** Which side must accept everything that the other accepts. */
export function sidesOf(direction: Direction) {
  return direction === 'input'
    ? ({ inner: 'before', outer: 'after', tolerance: FREE_NAMES_OF_ONE } as const)
    : ({ inner: 'after', outer: 'before', tolerance: OPEN_ENDED } as const)
}

export function checkAcceptance(pair: SchemaPair, direction: Direction, tolerance?: Tolerance): Acceptance {
  const sides = sidesOf(direction)
  if (pair.isSame(pair.before, pair.after)) return { is: 'kept' }
  const proved = pair.includes(pair[sides.outer], pair[sides.inner], tolerance ?? sides.tolerance)
  const found =
    proved.is === 'included' ? undefined : proved.is === 'undecided' ? proved.guess : proved.counterexample
  if (found !== undefined && separates(pair, direction, found)) return { is: 'broken', counterexample: found }
  const counterexample = tried(pair, direction)
  if (counterexample !== undefined) return { is: 'broken', counterexample }
  return { is: proved.is === 'included' ? 'kept' : 'undecided' }
}

export function separates(pair: SchemaPair, direction: Direction, value: Json): boolean {
  const { inner, outer } = sidesOf(direction)
  return pair.accepts(inner, value) === true && pair.accepts(outer, value) === false
}

function tried(pair: SchemaPair, direction: Direction): Json | undefined {
  const { inner } = sidesOf(direction)
  const found = candidates(pair.roots[inner]).filter((each) => separates(pair, direction, each))
  if (found.length === 0 || direction === 'input') return found[0]
  const opened = new SchemaPair(mapSchema(pair.roots.before, withoutClosing), {})
  return found.find((each) => opened.accepts('before', each) === false)
}

function withoutClosing(schema: JsonSchema): JsonSchema {
  const closing = ['additionalProperties', 'unevaluatedProperties']
  return Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => !(closing.includes(key) && value === false)),
  )
}
