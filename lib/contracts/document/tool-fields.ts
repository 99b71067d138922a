/**
 * Names of fields in tools for model APIs. A name that such an API refuses is replaced in the tool, and calls with the
 * replacement reach the field in every channel: docs/spec/skills-protocol.md §6.
 *
 * A replacement ends with a hash of the name, so that it depends on nothing but the name, and is no field by accident.
 */
import { createHash } from 'node:crypto'
import { mapSchema, walkSchema } from '../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../kernel/json/json-pointer.ts'
import { setOwnProperty } from '../../kernel/json/to-json.ts'
import { isGeminiFieldName, isModelFieldName } from '../../kernel/names/field-name.ts'

const PREFIX_CHARS = 55
const HASH = /_[0-9a-f]{8}$/

/** Returns the replacement of a name, such as "top_5b0e3d11" for "$top". */
export function toolFieldName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, PREFIX_CHARS)
  const hash = createHash('sha256').update(name.toWellFormed()).digest('hex').slice(0, 8)
  return `${/^[A-Za-z]/.test(plain) ? plain : `field_${plain}`.replace(/_$/, '')}_${hash}`
}

/** Returns the schema with replaced names, or the same schema if none is refused. */
export function replaceToolFieldNames(schema: JsonSchema, isAccepted = isModelFieldName): JsonSchema {
  const names = new Map(
    fieldNamesIn(schema)
      .filter((name) => !isAccepted(name))
      .map((name) => [name, toolFieldName(name)]),
  )
  return names.size === 0 ? schema : mapSchema(schema, (each) => renameFields(each, names))
}

/**
 * Returns the input with the fields' own names, on every level. `schemas` are those that the tool may have been made of:
 * a client may still have the tool of an earlier version. A field that was sent under its own name stays.
 */
export function restoreFieldNames(input: Json, schemas: readonly JsonSchema[]): Json {
  if (!mayHaveReplacements(input)) return input
  const names = new Map<string, string>()
  for (const name of schemas.flatMap(fieldNamesIn)) {
    if (!isGeminiFieldName(name)) names.set(toolFieldName(name), name)
  }
  return names.size === 0 ? input : renameKeys(input, names)
}

function mayHaveReplacements(input: Json): boolean {
  if (Array.isArray(input)) return input.some(mayHaveReplacements)
  if (!isObject(input)) return false
  return Object.entries(input).some(([key, value]) => HASH.test(key) || mayHaveReplacements(value))
}

function fieldNamesIn(schema: JsonSchema): string[] {
  const names = new Set<string>()
  walkSchema(schema, ({ properties, required }) => {
    for (const name of Object.keys(isObject(properties) ? properties : {})) names.add(name)
    for (const name of Array.isArray(required) ? required : []) if (typeof name === 'string') names.add(name)
  })
  return [...names]
}

type Names = ReadonlyMap<string, string>

/** The values of these keywords are data, in which the fields are keys. */
const VALUES = ['default', 'const', 'enum', 'examples']

function renameFields(schema: JsonSchema, names: Names): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (keyword === '$ref' && typeof value === 'string') return [keyword, renameInPointer(value, names)]
    if (keyword === 'required') return [keyword, renameTexts(value, names)]
    if (keyword === 'properties' || keyword === 'dependentSchemas')
      return [keyword, renameMembers(value, names)]
    if (keyword === 'dependentRequired' && isObject(value)) {
      const renamed = Object.entries(value).map(([key, needed]) => [key, renameTexts(needed, names)])
      return [keyword, renameMembers(Object.fromEntries(renamed), names)]
    }
    return [keyword, VALUES.includes(keyword) ? renameKeys(value, names) : value]
  })
  // Rules for names are left out, because they would refuse the replacements.
  return Object.fromEntries(entries.filter(([keyword]) => keyword !== 'propertyNames'))
}

/** Renames properties. Their title keeps the name by which the model should know the field. */
function renameMembers(members: Json, names: Names): Json {
  if (!isObject(members)) return members
  const renamed = Object.entries(members).map(([name, schema]): [string, Json] => {
    const other = names.get(name)
    if (other === undefined) return [name, schema]
    return [other, isObject(schema) && schema.title === undefined ? { title: name, ...schema } : schema]
  })
  return Object.fromEntries(renamed)
}

function renameTexts(value: Json, names: Names): Json {
  if (!Array.isArray(value)) return value
  return value.map((each) => (typeof each === 'string' ? (names.get(each) ?? each) : each))
}

function renameKeys(value: Json, names: Names): Json {
  if (Array.isArray(value)) return value.map((each) => renameKeys(each, names))
  if (!isObject(value)) return value
  const renamed: JsonObject = {}
  for (const [key, each] of Object.entries(value)) {
    const other = names.get(key)
    const isFree = other !== undefined && !Object.hasOwn(value, other)
    setOwnProperty(renamed, isFree ? other : key, renameKeys(each, names))
  }
  return renamed
}

function renameInPointer(ref: string, names: Names): string {
  if (!ref.startsWith('#/')) return ref
  const keys = pointerKeys(decodeURIComponentOrSame(ref.slice(1)))
  const renamed = keys.map((key, index) =>
    ['properties', 'dependentSchemas'].includes(keys[index - 1] ?? '') ? (names.get(key) ?? key) : key,
  )
  return renamed.some((key, index) => key !== keys[index]) ? `#${toPointer(renamed)}` : ref
}

function decodeURIComponentOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
