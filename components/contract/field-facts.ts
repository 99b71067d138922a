/**
 * What a schema says of each field, in a few words for people: "whole number, 1 to 20". Pure.
 *
 * The exact words stand below it as JSON; this is for reading at a glance.
 */
import { isObject, type Json, type JsonSchema } from '#lib/contract/json/json.ts'
import { typesOf, unconditional } from '#lib/contract/schema/schema-tree.ts'

export type FieldFacts = {
  /** "lines[].price": fields of objects inside stand below them. */
  name: string
  kind: string
  isRequired: boolean
  /** As JSON; undefined when there is none. */
  preset?: string
  description?: string
}

const DEEPEST = 3

/** The fields in the order of the schema, those inside them included. */
export function fieldFacts(
  root: JsonSchema,
  schema: JsonSchema = root,
  before = '',
  depth = 0,
): FieldFacts[] {
  if (depth >= DEEPEST) return []
  const parts = unconditional(root, schema)
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  return parts.flatMap(({ properties }) =>
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, declared]): FieldFacts[] => {
      const field = merged(root, declared)
      const inside = isObject(field.items) ? merged(root, field.items) : field
      const way = `${before}${name}${isObject(field.items) ? '[]' : ''}`
      return [
        {
          name: before + name,
          kind: kindOf(root, field),
          isRequired: required.includes(name),
          ...(field.default !== undefined && { preset: JSON.stringify(field.default) }),
          ...noteOf(field),
        },
        ...fieldFacts(root, inside, `${way}.`, depth + 1),
      ]
    }),
  )
}

/** Its description; what it is called in the form, where there is none. */
function noteOf({ description, title }: JsonSchema): Pick<FieldFacts, 'description'> {
  const note = description ?? title
  return typeof note === 'string' ? { description: note } : {}
}

/** What holds of a field, from all places that speak of it; the nearest says it last. */
function merged(root: JsonSchema, schema: Json): JsonSchema {
  const { $ref: _, ...all } = Object.assign({}, ...unconditional(root, schema).toReversed()) as JsonSchema
  return all
}

const NAMES: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  array: 'list',
  object: 'object',
  null: 'nothing',
}

const FORMATS: Record<string, string> = {
  date: 'date',
  'date-time': 'date and time',
  time: 'time of day',
  email: 'e-mail address',
  uri: 'web address',
  uuid: 'UUID',
}

function kindOf(root: JsonSchema, schema: JsonSchema): string {
  if (schema.const !== undefined) return `always ${plain(schema.const)}`
  if (Array.isArray(schema.enum)) return `one of ${listed(schema.enum.map(plain))}`
  const types = typesOf(schema)
  if (types.length === 0)
    return Array.isArray(schema.oneOf) || Array.isArray(schema.anyOf) ? 'one of several forms' : 'anything'
  return types.map((type) => kindOfType(root, schema, type)).join(' or ')
}

function kindOfType(root: JsonSchema, schema: JsonSchema, type: string): string {
  const name = NAMES[type] ?? type
  if (type === 'string')
    return `${FORMATS[String(schema.format)] ?? name}${range(schema.minLength, schema.maxLength, 'characters')}`
  if (type === 'integer' || type === 'number') {
    if (schema.exclusiveMinimum !== undefined)
      return `${name}, above ${figure(schema.exclusiveMinimum)}${upTo(schema)}`

    return `${name}${range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum)}`
  }
  if (type !== 'array') return name
  const items = isObject(schema.items) ? ` of ${kindOf(root, merged(root, schema.items))}` : ''
  return `${name}${items}${range(schema.minItems, schema.maxItems, 'items')}`
}

function range(low: Json | undefined, high: Json | undefined, unit = ''): string {
  const [least, most] = [low, high].map((limit) => (typeof limit === 'number' ? figure(limit) : undefined))
  const tail = unit && ` ${unit}`
  if (least !== undefined && most !== undefined && low !== 0) return `, ${least} to ${most}${tail}`
  if (most !== undefined && least !== undefined)
    return unit ? `, up to ${most}${tail}` : `, ${least} to ${most}`
  if (most !== undefined) return `, up to ${most}${tail}`
  return least !== undefined && low !== 0 ? `, from ${least}${tail}` : ''
}

function figure(number: Json): string {
  return Number(number).toLocaleString('en-GB', { maximumFractionDigits: 12 })
}

function upTo({ maximum, exclusiveMaximum }: JsonSchema): string {
  const most = maximum ?? exclusiveMaximum
  return typeof most === 'number' ? `, up to ${figure(most)}` : ''
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

// A long list of units would hide everything else.
const MOST_CHOICES = 8

function listed(words: string[]): string {
  const shown = words.slice(0, MOST_CHOICES)
  return words.length > MOST_CHOICES
    ? `${shown.join(', ')} and ${words.length - MOST_CHOICES} more`
    : shown.join(', ')
}
