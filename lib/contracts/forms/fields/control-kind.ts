import { jsonTypeOf } from '#lib/json-schema/tree/schema-tree.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import type { FieldModel, Picks } from './field-model.ts'
import { listParts } from './schema-parts.ts'

export type ControlKind =
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
  /** The value is edited as JSON text. */
  | 'any'
  | 'undecided'
  /** The value is not of the type, so it is shown as JSON text. */
  | 'misfit'

/** The key of the type choice in `Picks`. */
export const TYPE_PICK = 'type'

export function controlKind(field: FieldModel, value: Json | undefined, picks: Picks): ControlKind {
  if (field.isImpossible) return value === undefined ? 'hidden' : 'misfit'
  if (field.options) {
    const isOne = field.options.length === 1 && !field.isNullable
    return isOne ? 'constant' : 'options'
  }
  const kind = wantedKind(field, value, picks)
  if (value === undefined || kind === 'any') return kind
  if (value === null) return field.isNullable || field.types.length === 0 ? 'null' : 'misfit'
  if (kind === 'undecided') return 'any'
  // A number that is being typed is a text for a while; validation reports what stays one.
  if ((kind === 'number' || kind === 'integer') && typeof value === 'string') return kind
  return isOfKind(kind, value) ? kind : 'misfit'
}

export function typeChoices(field: FieldModel): string[] {
  return field.types.length > 1 && !field.options ? field.types : []
}

export function chosenType(field: FieldModel, value: Json | undefined, picks: Picks): string | undefined {
  const { types } = field
  const picked = types[picks[TYPE_PICK] ?? -1]
  if (value === undefined || value === null) return picked ?? types[0]
  if (picked && (isOfKind(picked, value) || (isNumeric(picked) && typeof value === 'string'))) return picked
  return types.find((type) => isOfKind(type, value)) ?? types[0]
}

function wantedKind(field: FieldModel, value: Json | undefined, picks: Picks): ControlKind {
  const type = chosenType(field, value, picks)
  if (type) return type as ControlKind
  const hasAny = (...keywords: string[]) =>
    field.schemas.some((schema) => keywords.some((keyword) => schema[keyword] !== undefined))
  const isOpenTo = (kind: string) => value === undefined || value === null || jsonTypeOf(value) === kind
  if (hasAny('properties', 'additionalProperties', 'patternProperties', 'required') && isOpenTo('object'))
    return 'object'
  if (listParts(field).tupleLength > 0 || hasAny('items', 'contains')) if (isOpenTo('array')) return 'array'
  if (field.choices.some(({ chosen }) => chosen < 0)) return 'undecided'
  if (hasAny('pattern', 'minLength', 'maxLength', 'format') && isOpenTo('string')) return 'string'
  return 'any'
}

function isOfKind(kind: string, value: Json): boolean {
  if (kind === 'integer') return typeof value === 'number'
  return jsonTypeOf(value) === kind
}

function isNumeric(kind: string): boolean {
  return kind === 'number' || kind === 'integer'
}
