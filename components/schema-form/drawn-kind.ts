/** As what a value is drawn. Pure: what the contract wants, and what is there. */
import type { Json } from '#lib/contract/json/json.ts'
import { kindOf } from '#lib/contract/schema/choose-branch.ts'
import { listParts } from './parts.ts'
import type { Picks, Spot } from './spot.ts'

export type DrawnKind =
  | 'hidden'
  | 'constant'
  | 'options'
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'object'
  | 'array'
  | 'null'
  /** Anything: written as JSON. */
  | 'any'
  /** Nobody has chosen yet what it is. */
  | 'undecided'
  /** Not what the contract wants: shown as it is, never changed. */
  | 'misfit'

/** The pick of a type, when several are possible. */
export const TYPE_PICK = 'type'

export function drawnKind(spot: Spot, value: Json | undefined, picks: Picks): DrawnKind {
  if (spot.isImpossible) return value === undefined ? 'hidden' : 'misfit'
  if (spot.options) {
    const isOne = spot.options.length === 1 && !spot.isNullable
    return isOne ? 'constant' : 'options'
  }
  const kind = wantedKind(spot, value, picks)
  if (value === undefined || kind === 'any') return kind
  if (value === null) return spot.isNullable || spot.types.length === 0 ? 'null' : 'misfit'
  if (kind === 'undecided') return 'any'
  // A number is typed as text first; what is none yet stays text, and the check says so.
  if ((kind === 'number' || kind === 'integer') && typeof value === 'string') return kind
  return fits(kind, value) ? kind : 'misfit'
}

/** The types to choose between: those of the contract, when there are several. */
export function typeChoices(spot: Spot): string[] {
  return spot.types.length > 1 && !spot.options ? spot.types : []
}

export function chosenType(spot: Spot, value: Json | undefined, picks: Picks): string | undefined {
  const { types } = spot
  const picked = types[picks[TYPE_PICK] ?? -1]
  if (value === undefined || value === null) return picked ?? types[0]
  if (picked && (fits(picked, value) || (isNumeric(picked) && typeof value === 'string'))) return picked
  return types.find((type) => fits(type, value)) ?? types[0]
}

function wantedKind(spot: Spot, value: Json | undefined, picks: Picks): DrawnKind {
  const type = chosenType(spot, value, picks)
  if (type) return type as DrawnKind
  const says = (...keywords: string[]) =>
    spot.schemas.some((schema) => keywords.some((keyword) => schema[keyword] !== undefined))
  const isOpenTo = (kind: string) => value === undefined || value === null || kindOf(value) === kind
  if (says('properties', 'additionalProperties', 'patternProperties', 'required') && isOpenTo('object'))
    return 'object'
  if (listParts(spot).places > 0 || says('items', 'contains')) if (isOpenTo('array')) return 'array'
  if (spot.choices.some(({ chosen }) => chosen < 0)) return 'undecided'
  if (says('pattern', 'minLength', 'maxLength', 'format') && isOpenTo('string')) return 'string'
  return 'any'
}

function fits(kind: string, value: Json): boolean {
  if (kind === 'integer') return typeof value === 'number'
  return kindOf(value) === kind
}

function isNumeric(kind: string): boolean {
  return kind === 'number' || kind === 'integer'
}
