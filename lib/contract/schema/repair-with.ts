/**
 * A refused schema, mended where it is evident what was meant.
 *
 * Ground; also in the browser. Offered, never applied by itself: each mending is a sentence somebody reads before they take
 * it. What cannot be guessed (a page elsewhere, a type nobody knows) is left to its author.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { type Canonical, isDeeper, MAX_SCHEMA_DEPTH } from './canonical-with.ts'
import { dialectOf } from './dialect.ts'
import { isFieldMap } from './field-map.ts'
import { type Repair, repairKeywords } from './repair-keywords.ts'
import { repairValue } from './repair-values.ts'

export type Repaired = { schema: JsonSchema; repairs: Repair[] }

// Every round leaves out one more default of a default; nobody nests them deeper.
const MOST_ROUNDS = 20

/** The mended schema, which `canonical` takes; null when there is nothing to mend, or no way to. */
export function repairWith(
  canonical: (authored: Json) => Canonical,
  authored: Json | undefined,
): Repaired | null {
  if (!isObject(authored) || isDeeper(authored, MAX_SCHEMA_DEPTH)) return null
  if (canonical(authored).schema) return null
  const repairs: Repair[] = []
  const unwrapped = unwrap(authored, repairs)
  const schema = repairKeywords(repairTop(unwrapped, repairs), '', repairs)
  if (!isObject(schema)) return null
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { schema: accepted, issues } = canonical(schema)
    if (accepted) return repairs.length > 0 ? { schema, repairs } : null
    // From the last to the first: leaving out one example moves those behind it.
    const isMended = issues.toReversed().map((issue) => repairValue(schema, issue, repairs))
    if (!isMended.includes(true)) return null
  }
  return null
}

const WRAPPERS = ['parameters', 'input_schema', 'inputSchema', 'function', 'schema']

/** The schema inside the declaration of a tool: `{name, description, parameters}`. */
function unwrap(authored: JsonObject, repairs: Repair[]): JsonObject {
  const key = WRAPPERS.find((each) => isObject(authored[each]))
  const inner = key && authored[key]
  if (!key || !isObject(inner) || isObject(authored.properties)) return authored
  const isTool = typeof authored.name === 'string' || key === 'function' || Object.keys(authored).length === 1
  if (!isTool || !(isObject(inner.properties) || WRAPPERS.some((each) => isObject(inner[each]))))
    return authored
  repairs.push({
    pointer: `/${key}`,
    sentence: `Only what stands under "${key}" is kept: that is the schema.`,
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

/** Whether `properties` may as well be the name of a field, in a field map. */
function describesFields({ properties }: JsonObject): boolean {
  return isObject(properties) && typeof properties.type === 'string'
}

function repairDialect(schema: JsonObject, repairs: Repair[]): JsonObject {
  if (schema.$schema === undefined || dialectOf(schema.$schema)) return schema
  const { $schema, ...others } = schema
  repairs.push({
    pointer: '/$schema',
    sentence: `${JSON.stringify($schema)} is left out, and the schema is read as 2020-12.`,
  })
  if (typeof others.id !== 'string' || Object.hasOwn(others, '$id')) return others
  const { id, ...rest } = others
  repairs.push({ pointer: '/id', sentence: '"id" becomes "$id", as newer drafts write it.' })
  return { $id: id, ...rest }
}
