/**
 * Keywords that were evidently meant otherwise, put as JSON Schema puts them.
 *
 * Ground; also in the browser. Part of `repair-with.ts`: each mending says what it did and where.
 */
import { readExactNumber } from '../json/exact-number.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import { ownEntry } from '../json/own-entry.ts'
import { mapMembers } from './schema-tree.ts'
import { readTypeWord } from './type-words.ts'

/** Said of every mending; `pointer` is where, in the schema as it was before. */
export type Repair = { pointer: string; sentence: string }

type Note = (keyword: string, sentence: string) => void

/** `schema` mended from the outside in; what was done is added to `repairs`. */
export function repairKeywords(schema: Json, pointer: string, repairs: Repair[]): Json {
  if (typeof schema === 'string') return repairWord(schema, pointer, repairs)
  if (!isObject(schema)) return schema
  const note: Note = (keyword, sentence) => {
    repairs.push({ pointer: pointer + (keyword && toPointer([keyword])), sentence })
  }
  const mended = MENDINGS.reduce((each, mend) => mend(each, note), schema)
  return mapMembers(mended, (member, below) => repairKeywords(member, pointer + below, repairs))
}

/** "string" where a schema belongs. */
function repairWord(word: string, pointer: string, repairs: Repair[]): Json {
  const meant = readTypeWord(word)
  if (!meant) return word
  repairs.push({ pointer, sentence: `"${word}" is written as a schema: ${JSON.stringify(meant)}.` })
  return meant
}

type Mending = (schema: JsonSchema, note: Note) => JsonSchema

const MENDINGS: Mending[] = [
  mendType,
  mendWordMembers,
  mendPropertyList,
  mendRequired,
  mendRequiredFields,
  mendOldLimits,
  mendNumbers,
  mendFlags,
]

function mendType(schema: JsonSchema, note: Note): JsonSchema {
  const { type, ...others } = schema
  if (typeof type === 'string') {
    const meant = readTypeWord(type)
    if (!meant || meant.type === type) return schema
    const { type: word, ...more } = meant
    const added = Object.entries(more).filter(([keyword]) => !Object.hasOwn(others, keyword))
    note(
      'type',
      word
        ? `"${type}" becomes ${JSON.stringify(word)}.`
        : `"${type}" is left out: without a type anything is taken.`,
    )
    // In its old place: property order is the form's order, and keyword order the author's.
    return Object.fromEntries(
      Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
        if (keyword !== 'type') return [[keyword, value]]
        return [...(word ? ([['type', word]] as [string, Json][]) : []), ...added] as [string, Json][]
      }),
    )
  }
  if (!Array.isArray(type)) return schema
  const words = type.map((each) => (typeof each === 'string' ? readTypeWord(each) : undefined))
  if (!words.every((each) => each !== undefined)) return schema
  if (words.every((each, index) => each?.type === type[index])) return schema
  if (words.some((each) => each?.type === undefined)) {
    note('type', 'is left out: one of its types is anything.')
    return others
  }
  note('type', `${JSON.stringify(type)} becomes the types of JSON Schema.`)
  return { ...schema, type: [...new Set(words.map((each) => each?.type as string))] }
}

/** `items: "string"`, `additionalProperties: "int"`. */
function mendWordMembers(schema: JsonSchema, note: Note): JsonSchema {
  const mended = { ...schema }
  for (const keyword of ['items', 'additionalProperties']) {
    const word = schema[keyword]
    if (typeof word !== 'string') continue
    const flag = ownEntry(FLAGS, word.toLowerCase())
    const meant = keyword === 'additionalProperties' && flag !== undefined ? flag : readTypeWord(word)
    if (meant === undefined) continue
    note(keyword, `"${word}" becomes ${JSON.stringify(meant)}.`)
    mended[keyword] = meant
  }
  return mended
}

/** `properties: [{name: "a", …}]`. */
function mendPropertyList(schema: JsonSchema, note: Note): JsonSchema {
  const { properties } = schema
  if (!Array.isArray(properties)) return schema
  if (!properties.every((each) => isObject(each) && typeof each.name === 'string')) return schema
  note('properties', 'The list becomes an object of named fields.')
  const named = (properties as JsonObject[]).map(({ name, ...field }) => [name, field])
  return { ...schema, properties: Object.fromEntries(named) }
}

function mendRequired(schema: JsonSchema, note: Note): JsonSchema {
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
  note('required', 'null is left out: nothing is required.')
  return others
}

/** `required: true` in a field: the object around it lists the names. */
function mendRequiredFields(schema: JsonSchema, note: Note): JsonSchema {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const said = Object.entries(properties).filter(
    ([, field]) => isObject(field) && typeof field.required === 'boolean',
  )
  if (said.length === 0) return schema
  const names = said.filter(([, field]) => (field as JsonObject).required).map(([name]) => name)
  for (const [name, field] of said) {
    const isNeeded = (field as JsonObject).required === true
    const sentence = isNeeded
      ? 'moves into the list of the object around it'
      : 'is left out: what is not listed is optional'
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

/** Draft-04: `exclusiveMinimum: true` beside `minimum`, and `id`. */
function mendOldLimits(schema: JsonSchema, note: Note): JsonSchema {
  const mended = { ...schema }
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const isExclusive = schema[exclusive]
    if (typeof isExclusive !== 'boolean') continue
    delete mended[exclusive]
    if (!isExclusive || typeof schema[limit] !== 'number') {
      note(exclusive, 'is left out: it says nothing here.')
      continue
    }
    delete mended[limit]
    mended[exclusive] = schema[limit]
    note(exclusive, `takes the limit of "${limit}", as newer drafts write it.`)
  }
  return mended
}

// biome-ignore format: a list reads in rows
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems',
  'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains']

/** `maxLength: "20"`. */
function mendNumbers(schema: JsonSchema, note: Note): JsonSchema {
  const mended = { ...schema }
  for (const keyword of NUMBERS) {
    const value = schema[keyword]
    const number = typeof value === 'string' ? readExactNumber(value) : undefined
    if (number !== undefined) {
      note(keyword, `"${value}" becomes the number ${number}.`)
      mended[keyword] = number
    } else if (value === null) {
      note(keyword, 'null is left out: there is no limit.')
      delete mended[keyword]
    }
  }
  return mended
}

const FLAGS: Record<string, boolean | undefined> = { true: true, false: false }

function mendFlags(schema: JsonSchema, note: Note): JsonSchema {
  const mended = { ...schema }
  for (const keyword of ['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']) {
    const value = schema[keyword]
    const flag = typeof value === 'string' ? ownEntry(FLAGS, value.toLowerCase()) : undefined
    if (flag === undefined) continue
    note(keyword, `"${value}" becomes ${flag}.`)
    mended[keyword] = flag
  }
  return mended
}
