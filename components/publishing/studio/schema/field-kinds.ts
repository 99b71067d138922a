/** The kinds of fields that the table offers, in keywords of JSON Schema. */
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { readChoices } from './choice-lines.ts'

/** Returns a group for a choice between groups, which its fixed value tells from the others. */
function newBranch(number: number) {
  return {
    title: `Kind ${number}`,
    type: 'object',
    properties: { kind: { const: `kind_${number}` } },
    required: ['kind'],
    additionalProperties: false,
  }
}

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
  duration:    { label: 'Duration',      keywords: { type: 'string', format: 'duration' } },
  dateTime:    { label: 'Date and time', keywords: { type: 'string', format: 'date-time' } },
  email:       { label: 'E-mail',        keywords: { type: 'string', format: 'email' } },
  url:         { label: 'Web address',   keywords: { type: 'string', format: 'uri' } },
  timeZone:    { label: 'Time zone',     keywords: { type: 'string', format: 'time-zone' } },
  color:       { label: 'Colour',        keywords: { type: 'string', format: 'color' } },
  password:    { label: 'Password',      keywords: { type: 'string', format: 'password' } },
  vaultPath:   { label: 'File in the vault', keywords: { type: 'string', format: 'vault-path' } },
  file:        { label: 'File',          keywords: { type: 'string', format: 'blob' } },
  array:       { label: 'List',          keywords: { type: 'array', items: { type: 'string' } } },
  object:      { label: 'Group',         keywords: { type: 'object', properties: {}, additionalProperties: false } },
  oneOf:       { label: 'One of several groups', keywords: { oneOf: [newBranch(1), newBranch(2)] } },
  constant:    { label: 'Fixed value',   keywords: { const: '' } },
} as const satisfies Record<string, Kind>

export type FieldKind = keyof typeof FIELD_KINDS

const KINDS = Object.entries(FIELD_KINDS) as [FieldKind, Kind][]

/** Returns undefined for a field that is edited as JSON, such as a reference. */
export function fieldKind(property: Json): FieldKind | undefined {
  if (!isObject(property)) return undefined
  if (property.enum !== undefined || property.oneOf !== undefined)
    return readChoices(property) ? 'choice' : readGroups(property) ? 'oneOf' : undefined
  if (['$ref', 'anyOf', 'allOf'].some((keyword) => property[keyword] !== undefined)) return undefined
  if (property.const !== undefined) return typeof property.const === 'string' ? 'constant' : undefined
  const { type, format } = property
  const matches = ([kind, { keywords }]: [FieldKind, Kind]) =>
    !['choice', 'oneOf', 'constant'].includes(kind) && keywords.type === type && keywords.format === format
  const [kind] = KINDS.find(matches) ?? []
  return kind ?? (type === 'string' ? 'string' : undefined)
}

/** Returns the groups of a choice between groups; undefined for anything else. */
export function readGroups({ oneOf, enum: values, type, properties }: JsonObject): JsonObject[] | undefined {
  if (!Array.isArray(oneOf) || oneOf.length === 0) return undefined
  const hasMore = values !== undefined || properties !== undefined
  if (hasMore || (type !== undefined && type !== 'object')) return undefined
  return oneOf.every((branch) => isObject(branch) && fieldKind(branch) === 'object')
    ? (oneOf as JsonObject[])
    : undefined
}

/** Adds a group whose name and fixed value no other one has, also after groups were removed. */
export function withNewGroup(groups: readonly JsonObject[]): JsonObject[] {
  const used = JSON.stringify(groups)
  let number = groups.length + 1
  while (used.includes(`"kind_${number}"`)) number += 1
  return [...groups, newBranch(number)]
}

export function baseType(kind: FieldKind | undefined): string | undefined {
  const { type }: JsonObject = kind ? FIELD_KINDS[kind].keywords : {}
  return typeof type === 'string' ? type : undefined
}

const ANNOTATIONS = ['title', 'description', 'deprecated', 'readOnly', 'writeOnly']
const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern']
const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const NUMBER_ANNOTATIONS = ['x-unit', 'x-currency']

/**
 * Changes the kind of a field. Annotations stay, a unit and a currency only on numbers; default, examples and limits stay
 * if both kinds share a type.
 */
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
  const isAnnotation = (keyword: string) =>
    keyword.startsWith('x-') && (isNumber(kind) || !NUMBER_ANNOTATIONS.includes(keyword))
  const rest = Object.entries(property).filter(
    ([keyword]) => retained.includes(keyword) || isAnnotation(keyword),
  )
  return { ...FIELD_KINDS[kind].keywords, ...Object.fromEntries(rest) }
}

const NO_ITEM_KINDS: FieldKind[] = ['array', 'constant']

export const ITEM_KINDS = KINDS.map(([kind]) => kind).filter((kind) => !NO_ITEM_KINDS.includes(kind))

/** Changes the kind of a list's items. A list of choices takes each once, so that the form has a checkbox for each. */
export function withItemKind({ uniqueItems, ...list }: JsonObject, kind: FieldKind): JsonObject {
  const wasChoice = fieldKind(list.items ?? {}) === 'choice'
  const isUnique = kind === 'choice' || (uniqueItems === true && !wasChoice)
  return { ...list, items: FIELD_KINDS[kind].keywords, ...(isUnique && { uniqueItems: true }) }
}
