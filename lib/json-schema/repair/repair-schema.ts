/** Repairs schemas for their author to review. */

import type { Issue } from '../../kernel/errors.ts'
import { readExactNumber } from '../../kernel/json/exact-number.ts'
import { isObject, type Json, type JsonObject, type JsonSchema, ownEntry } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../../kernel/json/json-pointer.ts'
import { canonicalSchema } from '../parse/canonical-schema.ts'
import { type Canonical, isDeeperThan, MAX_SCHEMA_DEPTH } from '../parse/canonicalize.ts'
import { isFieldMap } from '../parse/field-map.ts'
import { readForeignPattern } from '../regex/foreign-pattern.ts'
import { patternError } from '../regex/linear-regex.ts'
import { findDialect } from '../tree/dialect.ts'
import { listTypes } from '../tree/schema-tree.ts'
import { type Repair, repairKeywords } from './repair-keywords.ts'

export type Repaired = { schema: JsonSchema; repairs: Repair[] }

const MAX_ROUNDS = 20

/** Like `repairSchema`, with any reader of schemas: browsers pass one without Ajv. */
export function repairUntilAccepted(
  authored: Json | undefined,
  readCanonical: (authored: Json) => Canonical,
): Repaired | null {
  if (!isObject(authored) || isDeeperThan(authored, MAX_SCHEMA_DEPTH)) return null
  if (readCanonical(authored).schema) return null
  const repairs: Repair[] = []
  const unwrapped = unwrap(authored, repairs)
  const schema = repairKeywords(repairTop(unwrapped, repairs), '', repairs)
  if (!isObject(schema)) return null
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { schema: accepted, issues } = readCanonical(schema)
    if (accepted) return repairs.length > 0 ? { schema, repairs } : null
    // Removing an example shifts those after it.
    const areFixed = issues.toReversed().map((issue) => repairValue(schema, issue, repairs))
    if (!areFixed.includes(true)) return null
  }
  return null
}

const WRAPPERS = ['parameters', 'input_schema', 'inputSchema', 'function', 'schema']

/** Unwraps `{name, description, parameters}`. */
function unwrap(authored: JsonObject, repairs: Repair[]): JsonObject {
  const key = WRAPPERS.find((each) => isObject(authored[each]))
  const inner = key && authored[key]
  if (!key || !isObject(inner) || isObject(authored.properties)) return authored
  const isTool = typeof authored.name === 'string' || key === 'function' || Object.keys(authored).length === 1
  if (!isTool || !(isObject(inner.properties) || WRAPPERS.some((each) => isObject(inner[each]))))
    return authored
  repairs.push({
    pointer: `/${key}`,
    sentence: `Only the value of "${key}" is used: it is the schema.`,
  })
  return unwrap(inner, repairs)
}

function repairTop(schema: JsonObject, repairs: Repair[]): JsonObject {
  const named = repairDialect(schema, repairs)
  const isSchema =
    isObject(named.properties) || Array.isArray(named.properties) || Array.isArray(named.required)
  const looksNamed = !isFieldMap(named) && (isSchema || isObject(named.$defs) || isObject(named.definitions))
  if (named.type === undefined && CHOICES.some((keyword) => areObjects(named[keyword]))) {
    repairs.push({ pointer: '', sentence: TYPE_ADDED })
    return { type: 'object', ...named }
  }
  if (named.type !== undefined || !(isFieldMap(named) ? isSchema && !describesFields(named) : looksNamed))
    return named
  if (Object.hasOwn(named, '$ref') || CHOICES.some((keyword) => Object.hasOwn(named, keyword))) return named
  repairs.push({ pointer: '', sentence: TYPE_ADDED })
  return { type: 'object', ...named }
}

const TYPE_ADDED = '"type": "object" is added: a contract describes an object of fields.'
const CHOICES = ['allOf', 'anyOf', 'oneOf']

/** Whether each branch describes an object, or may. */
function areObjects(branches: Json | undefined): boolean {
  return (
    Array.isArray(branches) &&
    branches.some((each) => isObject(each) && (each.type === 'object' || isObject(each.properties))) &&
    branches.every((each) => isObject(each) && (each.type ?? 'object') === 'object')
  )
}

/** In a field map, `properties` may be a field's name. */
function describesFields({ properties }: JsonObject): boolean {
  return isObject(properties) && typeof properties.type === 'string'
}

function repairDialect(schema: JsonObject, repairs: Repair[]): JsonObject {
  if (schema.$schema === undefined || findDialect(schema.$schema)) return schema
  const { $schema, ...others } = schema
  repairs.push({
    pointer: '/$schema',
    sentence: `${JSON.stringify($schema)} is removed, and the schema is read as 2020-12.`,
  })
  if (typeof others.id !== 'string' || Object.hasOwn(others, '$id')) return others
  const { id, ...rest } = others
  repairs.push({ pointer: '/id', sentence: '"id" becomes "$id", as newer drafts require.' })
  return { $id: id, ...rest }
}

/** Returns null if the schema needs no repair, or cannot be repaired. */
export function repairSchema(authored: Json | undefined): Repaired | null {
  return repairUntilAccepted(authored, canonicalSchema)
}

/** Values that cannot be converted move to a comment. */
function repairValue(schema: JsonSchema, issue: Issue, repairs: Repair[]): boolean {
  const keys = pointerKeys(issue.path)
  const at = keys.findLastIndex((key) => key === 'default' || key === 'examples')
  if (at >= 0 && issue.params?.of !== undefined) return leaveOut(schema, keys, at, issue, repairs)
  if (issue.keyword === 'pattern' && keys.at(-1) === 'pattern')
    return fixPattern(schema, keys, issue, repairs)
  if (issue.keyword === 'pattern' && keys.at(-2) === 'patternProperties')
    return fixNamePattern(schema, keys, issue, repairs)
  if (issue.keyword === '$ref' && keys.at(-1) === '$ref') return redirect(schema, keys, repairs)
  return false
}

function leaveOut(schema: JsonSchema, keys: string[], at: number, issue: Issue, repairs: Repair[]): boolean {
  const holder = valueAt(schema, toPointer(keys.slice(0, at)))
  if (!isObject(holder)) return false
  const pointer = toPointer(keys.slice(0, at + 1))
  const reason = String(issue.params?.reason)
  if (keys[at] === 'default') {
    const value = holder.default
    if (value === undefined) return false
    const meant = value === null ? undefined : (likeOneOf(holder.enum, value) ?? inItsType(holder, value))
    if (meant !== undefined && meant !== value) {
      holder.default = meant
      repairs.push({ pointer, sentence: `The default ${show(value)} becomes ${show(meant)}.` })
      return true
    }
    delete holder.default
    const absent = value === null ? 'a field without a default stays absent' : `it ${reason}`
    repairs.push({ pointer, sentence: `The default ${show(value)} is removed: ${absent}.` })
    return true
  }
  const index = Number(keys[at + 1])
  const { examples } = holder
  if (!Array.isArray(examples) || examples[index] === undefined) return false
  repairs.push({
    pointer: `${pointer}/${index}`,
    sentence: `The example ${show(examples[index] as Json)} is removed: it ${reason}.`,
  })
  holder.examples = examples.filter((_, each) => each !== index)
  if (holder.examples.length === 0) delete holder.examples
  return true
}

function likeOneOf(list: Json | undefined, value: Json): Json | undefined {
  const plain = (each: Json) => String(each).trim().toLowerCase()
  const alike =
    Array.isArray(list) && !isObject(value) ? list.filter((each) => plain(each) === plain(value)) : []
  return alike.length === 1 ? alike[0] : undefined
}

function inItsType(schema: JsonSchema, value: Json): Json | undefined {
  const types = listTypes(schema)
  const number = typeof value === 'string' ? readExactNumber(value) : undefined
  if (types.includes('number') || (types.includes('integer') && Number.isSafeInteger(number))) return number
  if (types.includes('boolean')) return ownEntry(FLAGS, String(value).toLowerCase())
  return types.includes('string') && ['number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

const FLAGS: Record<string, boolean | undefined> = { true: true, false: false }

function translatePattern(pattern: string): string | undefined {
  const translated = readForeignPattern(pattern)?.translated
  return translated === undefined || patternError(translated) ? undefined : translated
}

/** A pattern for names cannot be left out: that would change which rule judges a field. */
function fixNamePattern(schema: JsonSchema, keys: string[], issue: Issue, repairs: Repair[]): boolean {
  const [name = ''] = keys.slice(-1)
  const holder = valueAt(schema, toPointer(keys.slice(0, -1)))
  const translated = translatePattern(name)
  if (!isObject(holder) || translated === undefined || Object.hasOwn(holder, translated)) return false
  const entries = Object.entries(holder)
  for (const each of Object.keys(holder)) delete holder[each]
  for (const [each, value] of entries) holder[each === name ? translated : each] = value
  repairs.push({ pointer: issue.path, sentence: `The pattern becomes ${translated}, in ECMAScript syntax.` })
  return true
}

function fixPattern(schema: JsonSchema, keys: string[], issue: Issue, repairs: Repair[]): boolean {
  const holder = valueAt(schema, toPointer(keys.slice(0, -1)))
  if (!isObject(holder) || typeof holder.pattern !== 'string') return false
  const { pattern } = holder
  const translated = translatePattern(pattern)
  if (translated !== undefined) {
    holder.pattern = translated
    repairs.push({
      pointer: issue.path,
      sentence: `The pattern becomes ${translated}, in ECMAScript syntax.`,
    })
    return true
  }
  delete holder.pattern
  holder.$comment = [holder.$comment, `pattern: ${pattern}`].filter(Boolean).join('; ')
  const reason = issue.message.replace(/^is not a supported pattern: /, '')
  repairs.push({
    pointer: issue.path,
    sentence: `The pattern is no longer checked and moves into $comment: ${reason}.`,
  })
  return true
}

function redirect(schema: JsonSchema, keys: string[], repairs: Repair[]): boolean {
  const holder = valueAt(schema, toPointer(keys.slice(0, -1)))
  if (!isObject(holder) || typeof holder.$ref !== 'string') return false
  const { $ref } = holder
  const [, where, name] = /^#?\/?(?:(definitions|\$defs|components\/schemas)\/)?([^/#]+)$/.exec($ref) ?? []
  if (!name) return false
  const found = ['$defs', 'definitions'].find(
    (each) => each !== where && isObject(schema[each]) && Object.hasOwn(schema[each] as JsonObject, name),
  )
  if (!found) return false
  holder.$ref = `#/${found}/${name}`
  repairs.push({
    pointer: toPointer(keys),
    sentence: `${$ref} becomes ${holder.$ref}, where the definition is.`,
  })
  return true
}

function show(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
