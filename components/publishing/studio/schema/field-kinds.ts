/** The kinds of fields that the table offers, in keywords of JSON Schema. */
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { readChoices } from './choice-lines.ts'

type Kind = { label: string; keywords: JsonObject }

// biome-ignore format: table
export const FIELD_KINDS = {
  string:      { label: 'Text',          keywords: { type: 'string' } },
  longText:    { label: 'Long text',     keywords: { type: 'string', format: 'textarea' } },
  choice:      { label: 'Choice',        keywords: { type: 'string', enum: [] } },
  integer:     { label: 'Whole number',  keywords: { type: 'integer' } },
  number:      { label: 'Number',        keywords: { type: 'number' } },
  boolean:     { label: 'Yes or no',     keywords: { type: 'boolean' } },
  date:        { label: 'Date',          keywords: { type: 'string', format: 'date' } },
  time:        { label: 'Time',          keywords: { type: 'string', format: 'time' } },
  dateTime:    { label: 'Date and time', keywords: { type: 'string', format: 'date-time' } },
  email:       { label: 'E-mail',        keywords: { type: 'string', format: 'email' } },
  url:         { label: 'Web address',   keywords: { type: 'string', format: 'uri' } },
  file:        { label: 'File',          keywords: { type: 'string', format: 'blob' } },
  array:       { label: 'List',          keywords: { type: 'array', items: { type: 'string' } } },
  object:      { label: 'Group',         keywords: { type: 'object', properties: {}, additionalProperties: false } },
} as const satisfies Record<string, Kind>

export type FieldKind = keyof typeof FIELD_KINDS

const KINDS = Object.entries(FIELD_KINDS) as [FieldKind, Kind][]

/** Returns undefined for a field that is edited as JSON, such as a reference. */
export function fieldKind(property: Json): FieldKind | undefined {
  if (!isObject(property)) return undefined
  if (property.enum !== undefined || property.oneOf !== undefined)
    return readChoices(property) ? 'choice' : undefined
  if (['$ref', 'anyOf', 'allOf', 'const'].some((keyword) => property[keyword] !== undefined)) return undefined
  const { type, format } = property
  const matches = ([kind, { keywords }]: [FieldKind, Kind]) =>
    kind !== 'choice' && keywords.type === type && keywords.format === format
  const [kind] = KINDS.find(matches) ?? []
  return kind ?? (type === 'string' ? 'string' : undefined)
}

export function baseType(kind: FieldKind | undefined): string | undefined {
  return kind && FIELD_KINDS[kind].keywords.type
}

const ANNOTATIONS = ['title', 'description', 'deprecated', 'readOnly', 'writeOnly']
const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern']
const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

/** Changes the kind of a field. Annotations stay; default, examples and limits stay if both kinds share a type. */
export function withFieldKind(property: JsonObject, kind: FieldKind): JsonObject {
  const before = fieldKind(property)
  if (before === kind) return property
  const isNumber = (type: FieldKind | undefined) => type === 'integer' || type === 'number'
  const isFreeText = (type: FieldKind | undefined) => type === 'string' || type === 'longText'
  const isSimilar = (isNumber(before) && isNumber(kind)) || (isFreeText(before) && isFreeText(kind))
  const retained = [
    ...ANNOTATIONS,
    ...(isSimilar ? ['default', 'examples', ...TEXT_KEYWORDS, ...NUMBER_KEYWORDS] : []),
  ]
  const rest = Object.entries(property).filter(
    ([keyword]) => retained.includes(keyword) || keyword.startsWith('x-'),
  )
  return { ...FIELD_KINDS[kind].keywords, ...Object.fromEntries(rest) }
}
