/** What becomes of a value when a person says that it is of another kind. Pure. */
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { readingsOf } from '#lib/contract/values/coerce.ts'
import { chosenType } from './drawn-kind.ts'
import type { FormContract } from './form-contract.ts'
import type { Held } from './held.ts'
import { objectParts } from './parts.ts'
import { type Picks, readSpot } from './spot.ts'
import { constantOf, startValue } from './start-value.ts'

/** What both kinds know is kept; what marks the new one is set; the rest goes. */
export function switched(
  contract: FormContract,
  schemas: readonly Json[],
  before: Json | undefined,
  picks: Picks,
): Held {
  const begun = startValue(contract, schemas, picks)
  if (before === undefined || before === null) return begun
  const spot = readSpot(contract, schemas, undefined, { picks, wanted: true })
  if (isObject(before) && isObject(begun)) {
    const { properties } = objectParts(spot, begun)
    const kept = Object.entries(before).filter(([name]) => {
      const known = properties.get(name)
      return known !== undefined && constantOf(readSpot(contract, known, undefined)) === undefined
    })
    return { ...(begun as { [key: string]: Held }), ...Object.fromEntries(kept) }
  }
  const type = chosenType(spot, undefined, picks)
  if (type === undefined || spot.options) return begun
  if (isOfType(before, type)) return before
  return readingsOf(before, type)[0] ?? begun
}

function isOfType(value: Json, type: string): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
