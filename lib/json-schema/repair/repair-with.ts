/** Suggests fixes for a refused schema, for the author to review. */

import { isObject, type Json, type JsonObject, type JsonSchema } from '../../json/json.ts'
import { canonicalSchema } from '../parse/canonical-schema.ts'
import { type Canonical, isDeeperThan, MAX_SCHEMA_DEPTH } from '../parse/canonical-with.ts'
import { isFieldMap } from '../parse/field-map.ts'
import { dialectOf } from '../tree/dialect.ts'
import { type Repair, repairKeywords } from './repair-keywords.ts'
import { repairValue } from './repair-values.ts'

export type Repaired = { schema: JsonSchema; repairs: Repair[] }

const MAX_ROUNDS = 20

export function repairWith(
  canonical: (authored: Json) => Canonical,
  authored: Json | undefined,
): Repaired | null {
  if (!isObject(authored) || isDeeperThan(authored, MAX_SCHEMA_DEPTH)) return null
  if (canonical(authored).schema) return null
  const repairs: Repair[] = []
  const unwrapped = unwrap(authored, repairs)
  const schema = repairKeywords(repairTop(unwrapped, repairs), '', repairs)
  if (!isObject(schema)) return null
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { schema: accepted, issues } = canonical(schema)
    if (accepted) return repairs.length > 0 ? { schema, repairs } : null
    // From last to first, because removing an example shifts those after it.
    const areFixed = issues.toReversed().map((issue) => repairValue(schema, issue, repairs))
    if (!areFixed.includes(true)) return null
  }
  return null
}

const WRAPPERS = ['parameters', 'input_schema', 'inputSchema', 'function', 'schema']

/** Extracts the schema from a tool declaration: `{name, description, parameters}`. */
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
  if (named.type !== undefined || !(isFieldMap(named) ? isSchema && !describesFields(named) : looksNamed))
    return named
  if (['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(named, keyword))) return named
  repairs.push({
    pointer: '',
    sentence: '"type": "object" is added: a contract describes an object of fields.',
  })
  return { type: 'object', ...named }
}

/** True if `properties` may be the name of a field in a field map. */
function describesFields({ properties }: JsonObject): boolean {
  return isObject(properties) && typeof properties.type === 'string'
}

function repairDialect(schema: JsonObject, repairs: Repair[]): JsonObject {
  if (schema.$schema === undefined || dialectOf(schema.$schema)) return schema
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

export function repairSchema(authored: Json | undefined): Repaired | null {
  return repairWith(canonicalSchema, authored)
}
