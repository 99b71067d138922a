/**
 * Whether callers of the old version may be refused by the new one, with a value that shows it.
 *
 * Ground, for servers. An input breaks when the new schema refuses what the old one took; an output when it gives
 * what the old one did not promise. The proof looks first; its witness is held against the validator, and so are
 * values made from the schema itself, so that a mistake in a proof is found out rather than believed.
 * Source: specification "Contracts" §6.
 */
import type { Json, JsonSchema } from '../json/json.ts'
import { mapSchema } from '../schema/schema-tree.ts'
import { candidates } from './candidates.ts'
import { SchemaPair } from './inclusion.ts'
import { FREE_NAMES_OF_ONE, type Lenience, OPEN_ENDED } from './lenience.ts'

export type Direction = 'input' | 'output'

export type Acceptance = { is: 'kept' } | { is: 'broken'; witness: Json } | { is: 'undecided' }

/** Which of the two has to take whatever the other one takes. */
export function sidesOf(direction: Direction) {
  return direction === 'input'
    ? ({ inner: 'before', outer: 'after', lenience: FREE_NAMES_OF_ONE } as const)
    : ({ inner: 'after', outer: 'before', lenience: OPEN_ENDED } as const)
}

/** The answer, or as `lenience` asks for it. */
export function acceptance(pair: SchemaPair, direction: Direction, lenience?: Lenience): Acceptance {
  const sides = sidesOf(direction)
  if (pair.isSame(pair.before, pair.after)) return { is: 'kept' }
  const proved = pair.includes(pair[sides.outer], pair[sides.inner], lenience ?? sides.lenience)
  const found =
    proved.is === 'included' ? undefined : proved.is === 'undecided' ? proved.guess : proved.witness
  if (found !== undefined && separates(pair, direction, found)) return { is: 'broken', witness: found }
  const witness = tried(pair, direction)
  if (witness !== undefined) return { is: 'broken', witness }
  return { is: proved.is === 'included' ? 'kept' : 'undecided' }
}

/** Whether the one schema takes `value` and the other refuses it, as the validator says. */
export function separates(pair: SchemaPair, direction: Direction, value: Json): boolean {
  const { inner, outer } = sidesOf(direction)
  return pair.accepts(inner, value) === true && pair.accepts(outer, value) === false
}

/** The first value made from the schema that separates the two, and not only by a name that was free. */
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
