import { readExactNumber } from '../../kernel/json/exact-number.ts'
import { isObject, type Json, type JsonObject, type JsonSchema, ownEntry } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { parseTypeName } from '../parse/type-names.ts'
import { withoutFragmentId } from '../tree/dialect.ts'
import { mapMembers } from '../tree/schema-tree.ts'

export type Repair = { pointer: string; sentence: string }

type Note = (keyword: string, sentence: string) => void

export function repairKeywords(schema: Json, pointer: string, repairs: Repair[]): Json {
  if (typeof schema === 'string') return repairWord(schema, pointer, repairs)
  if (!isObject(schema)) return schema
  const note: Note = (keyword, sentence) => {
    repairs.push({ pointer: pointer + (keyword && toPointer([keyword])), sentence })
  }
  const repaired = KEYWORD_FIXES.reduce((each, fix) => fix(each, note), schema)
  return mapMembers(repaired, (member, below) => repairKeywords(member, pointer + below, repairs))
}

function repairWord(word: string, pointer: string, repairs: Repair[]): Json {
  const meant = parseTypeName(word)
  if (!meant) return word
  repairs.push({ pointer, sentence: `"${word}" becomes a schema: ${JSON.stringify(meant)}.` })
  return meant
}

type KeywordFix = (schema: JsonSchema, note: Note) => JsonSchema

const KEYWORD_FIXES: KeywordFix[] = [
  fixMisplacedKeywords,
  fixFragmentId,
  fixType,
  fixTypeNameMembers,
  fixPropertyList,
  fixRequired,
  fixRequiredFields,
  fixOldLimits,
  fixNumbers,
  fixFlags,
]

/** Moves `"properties": {"a": …, "type": "object"}` to where it belongs. */
function fixMisplacedKeywords(schema: JsonSchema, note: Note): JsonSchema {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const isMisplaced = ([name, value]: [string, Json]) =>
    (name === 'type' &&
      typeof value === 'string' &&
      parseTypeName(value)?.type === (schema.type ?? 'object')) ||
    (name === 'required' && Array.isArray(value)) ||
    (['title', 'description', '$comment', '$schema'].includes(name) && typeof value === 'string')
  const misplaced = Object.entries(properties).filter(isMisplaced)
  if (misplaced.length === 0) return schema
  for (const [name] of misplaced) note('properties', `"${name}" moves up, next to "properties".`)
  const fields = Object.entries(properties).filter((entry) => !isMisplaced(entry))
  const moved = misplaced.filter(([name]) => !Object.hasOwn(schema, name))
  return { ...Object.fromEntries(moved), ...schema, properties: Object.fromEntries(fields) }
}

function fixFragmentId(schema: JsonSchema, note: Note): JsonSchema {
  const repaired = withoutFragmentId(schema)
  if (repaired === schema) return schema
  const isAnchor = repaired.$anchor !== undefined
  note('$id', isAnchor ? `becomes "$anchor": "${repaired.$anchor}".` : 'is removed: it names nothing.')
  return repaired
}

function fixType(schema: JsonSchema, note: Note): JsonSchema {
  const { type, ...others } = schema
  if (typeof type === 'string') {
    const meant = parseTypeName(type)
    if (!meant || meant.type === type) return schema
    const { type: word, ...more } = meant
    const added = Object.entries(more).filter(([keyword]) => !Object.hasOwn(others, keyword))
    note(
      'type',
      word
        ? `"${type}" becomes ${JSON.stringify(word)}.`
        : `"${type}" is removed: without a type, any value is accepted.`,
    )
    // Forms use the order of properties.
    return Object.fromEntries(
      Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
        if (keyword !== 'type') return [[keyword, value]]
        return [...(word ? ([['type', word]] as [string, Json][]) : []), ...added] as [string, Json][]
      }),
    )
  }
  if (!Array.isArray(type)) return schema
  const types = type.map((each) => (typeof each === 'string' ? parseTypeName(each) : undefined))
  if (!types.every((each) => each !== undefined)) return schema
  if (types.every((each, index) => each?.type === type[index])) return schema
  if (types.some((each) => each?.type === undefined)) {
    note('type', 'is removed: one of its types accepts any value.')
    return others
  }
  note('type', `${JSON.stringify(type)} becomes the types of JSON Schema.`)
  return { ...schema, type: [...new Set(types.map((each) => each?.type as string))] }
}

function fixTypeNameMembers(schema: JsonSchema, note: Note): JsonSchema {
  const repaired = { ...schema }
  for (const keyword of ['items', 'additionalProperties']) {
    const word = schema[keyword]
    if (typeof word !== 'string') continue
    const flag = ownEntry(FLAGS, word.toLowerCase())
    const meant = keyword === 'additionalProperties' && flag !== undefined ? flag : parseTypeName(word)
    if (meant === undefined) continue
    note(keyword, `"${word}" becomes ${JSON.stringify(meant)}.`)
    repaired[keyword] = meant
  }
  return repaired
}

function fixPropertyList(schema: JsonSchema, note: Note): JsonSchema {
  const { properties } = schema
  if (!Array.isArray(properties)) return schema
  if (!properties.every((each) => isObject(each) && typeof each.name === 'string')) return schema
  note('properties', 'The list becomes an object of named fields.')
  const named = (properties as JsonObject[]).map(({ name, ...field }) => [name, field])
  return { ...schema, properties: Object.fromEntries(named) }
}

function fixRequired(schema: JsonSchema, note: Note): JsonSchema {
  const { required, ...others } = schema
  if (typeof required === 'string') {
    note('required', `"${required}" becomes a list of one name.`)
    return { ...schema, required: [required] }
  }
  if (Array.isArray(required)) {
    const once = [...new Set(required)]
    if (once.length < required.length) note('required', 'Each name is listed once.')
    return once.length < required.length ? { ...schema, required: once } : schema
  }
  if (required !== null) return schema
  note('required', 'null is removed: nothing is required.')
  return others
}

function fixRequiredFields(schema: JsonSchema, note: Note): JsonSchema {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const flagged = Object.entries(properties).filter(
    ([, field]) => isObject(field) && typeof field.required === 'boolean',
  )
  if (flagged.length === 0) return schema
  const names = flagged.filter(([, field]) => (field as JsonObject).required).map(([name]) => name)
  for (const [name, field] of flagged) {
    const isNeeded = (field as JsonObject).required === true
    const sentence = isNeeded
      ? 'moves to the list of the parent object'
      : 'is removed: unlisted fields are optional'
    note('properties', `"required" of "${name}" ${sentence}.`)
  }
  const plain = Object.entries(properties).map(([name, field]): [string, Json] => {
    if (!isObject(field) || typeof field.required !== 'boolean') return [name, field]
    const { required: _, ...others } = field
    return [name, others]
  })
  const listed = Array.isArray(schema.required) ? schema.required : []
  const required = [...new Set([...listed, ...names])]
  return { ...schema, properties: Object.fromEntries(plain), ...(required.length > 0 && { required }) }
}

function fixOldLimits(schema: JsonSchema, note: Note): JsonSchema {
  const repaired = { ...schema }
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const isExclusive = schema[exclusive]
    if (typeof isExclusive !== 'boolean') continue
    delete repaired[exclusive]
    if (!isExclusive || typeof schema[limit] !== 'number') {
      note(exclusive, 'is removed: it has no effect.')
      continue
    }
    delete repaired[limit]
    repaired[exclusive] = schema[limit]
    note(exclusive, `takes the limit of "${limit}", as newer drafts require.`)
  }
  return repaired
}

// biome-ignore format: list
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems',
  'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains']

function fixNumbers(schema: JsonSchema, note: Note): JsonSchema {
  const repaired = { ...schema }
  for (const keyword of NUMBERS) {
    const value = schema[keyword]
    const number = typeof value === 'string' ? readExactNumber(value) : undefined
    if (number !== undefined) {
      note(keyword, `"${value}" becomes the number ${number}.`)
      repaired[keyword] = number
    } else if (value === null) {
      note(keyword, 'null is removed: there is no limit.')
      delete repaired[keyword]
    }
  }
  return repaired
}

const FLAGS: Record<string, boolean | undefined> = { true: true, false: false }

function fixFlags(schema: JsonSchema, note: Note): JsonSchema {
  const repaired = { ...schema }
  for (const keyword of ['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']) {
    const value = schema[keyword]
    const flag = typeof value === 'string' ? ownEntry(FLAGS, value.toLowerCase()) : undefined
    if (flag === undefined) continue
    note(keyword, `"${value}" becomes ${flag}.`)
    repaired[keyword] = flag
  }
  return repaired
}
