/**
 * What something new starts from: a fresh form, an added item, a branch just chosen. Pure.
 *
 * Its defaults, its constants, and the objects and lists that must be there; nothing that nobody said.
 */
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import type { FormContract } from './form-contract.ts'
import { type Held, meant } from './held.ts'
import { listParts, objectParts } from './parts.ts'
import { type Picks, presetOf, readSpot, type Spot } from './spot.ts'

// Nobody fills more rows than these before asking for another.
const MOST_ROWS = 10
const DEEPEST = 12

/** Undefined when there is nothing to start from: a text starts empty. */
export function startValue(contract: FormContract, schemas: readonly Json[], picks: Picks = {}): Held {
  return start(contract, schemas, picks, [])
}

function start(contract: FormContract, schemas: readonly Json[], picks: Picks, above: Json[]): Held {
  const spot = readSpot(contract, schemas, undefined, { picks, wanted: true })
  const preset = presetOf(spot)
  if (preset !== undefined) return structuredClone(preset)
  const constant = constantOf(spot)
  if (constant !== undefined) return structuredClone(constant)
  const isRound = above.length > DEEPEST || schemas.some((each) => isObject(each) && above.includes(each))
  if (spot.options || isRound) return undefined
  const kind = kindOfStart(spot)
  const inside = [...above, ...schemas]
  if (kind === 'object') return startObject(contract, spot, inside)
  if (kind !== 'array') return undefined
  const { least, places, schemasAt } = listParts(spot)
  if (places > 0) return undefined
  return Array.from({ length: Math.min(least, MOST_ROWS) }, (_, index) =>
    start(contract, schemasAt(index), {}, inside),
  )
}

/** An object is begun with what it must have, what marks its branch, and every default in it. */
function startObject(contract: FormContract, spot: Spot, above: Json[]): Held {
  const { properties, required } = objectParts(spot, {})
  const isChosen = spot.choices.length > 0
  const entries = [...properties].flatMap(([name, schemas]): [string, Held][] => {
    const value =
      required.has(name) || (isChosen && isMarked(contract, schemas))
        ? start(contract, schemas, {}, above)
        : optional(contract, schemas, above)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

function isMarked(contract: FormContract, schemas: readonly Json[]): boolean {
  return constantOf(readSpot(contract, schemas, undefined)) !== undefined
}

/** As the server fills it: a default, or an object made of the defaults of its fields if these alone will do. */
function optional(contract: FormContract, schemas: readonly Json[], above: Json[]): Held {
  const spot = readSpot(contract, schemas, undefined)
  const preset = presetOf(spot)
  if (preset !== undefined) return structuredClone(preset)
  if (spot.types.join() !== 'object' || above.length > DEEPEST) return undefined
  if (schemas.some((each) => above.includes(each))) return undefined
  const entries = [...objectParts(spot, {}).properties].flatMap(([name, each]): [string, Held][] => {
    const value = optional(contract, each, [...above, ...schemas])
    return value === undefined ? [] : [[name, value]]
  })
  if (entries.length === 0) return undefined
  const made = Object.fromEntries(entries)
  const isEnough = schemas.every((each) => !isObject(each) || contract.keeps(each, meant(made) ?? {}))
  return isEnough ? made : undefined
}

/** The one value it can have. */
export function constantOf({ options, isNullable }: Pick<Spot, 'options' | 'isNullable'>): Json | undefined {
  const [only, ...others] = options ?? []
  return only && others.length === 0 && !isNullable ? only.value : undefined
}

function kindOfStart({ types, schemas }: Spot): string | undefined {
  if (types.length > 0) return types[0]
  const says = (keyword: keyof JsonSchema) => schemas.some((schema) => schema[keyword] !== undefined)
  return says('properties') ? 'object' : undefined
}
