import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { resolveRef } from '../tree/schema-tree.ts'

const MAX_DEPTH = 8

// biome-ignore format: table
const OF_FORMAT: Record<string, string | undefined> = {
  date:         '2026-01-31',
  time:         '15:30:00Z',
  'date-time':  '2026-01-31T15:30:00Z',
  duration:     'P1D',
  email:        'ada@example.com',
  uri:          'https://example.com',
  url:          'https://example.com',
  hostname:     'example.com',
  ipv4:         '192.0.2.1',
  ipv6:         '2001:db8::1',
  uuid:         '123e4567-e89b-12d3-a456-426614174000',
}

/**
 * Returns what the schema states (`const`, `default`, `examples`, the first choice), else a plain value of the type.
 * Includes optional fields only with an example. Only a person can satisfy some rules, such as a pattern without
 * examples.
 */
export function sampleValue(schema: JsonSchema, root: JsonSchema = schema, depth = 0): Json {
  const own = statedValue(schema)
  if (own !== undefined || depth > MAX_DEPTH) return own ?? null
  const other = alternative(schema, root)
  if (other) return sampleValue(other, root, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
  if (type === 'object' || isObject(schema.properties)) return sampleObject(schema, root, depth)
  if (type === 'array') return sampleList(schema, root, depth)
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return sampleNumber(schema)
  return type === 'null' ? null : sampleText(schema)
}

function statedValue({ const: constant, default: preset, examples, enum: choices }: JsonSchema) {
  const lists = [examples, choices].filter(Array.isArray)
  return constant ?? preset ?? lists.find((list) => list.length > 0)?.[0]
}

function alternative({ $ref, oneOf, anyOf, allOf }: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const target = typeof $ref === 'string' ? resolveRef(root, $ref) : undefined
  const lists = [oneOf, anyOf, allOf].filter(Array.isArray)
  return [target, ...lists.map(([first]) => first)].find((each) => each !== undefined && isObject(each))
}

function sampleObject({ properties, required }: JsonSchema, root: JsonSchema, depth: number): Json {
  const names = Array.isArray(required) ? required : []
  const entries = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) => {
    if (!isObject(property)) return []
    const isWanted = names.includes(name) || Array.isArray(property.examples)
    return isWanted ? [[name, sampleValue(property, root, depth + 1)] as const] : []
  })
  return Object.fromEntries(entries)
}

/** A tuple gets all its positions. */
function sampleList({ prefixItems, items, minItems }: JsonSchema, root: JsonSchema, depth: number): Json {
  const positions = Array.isArray(prefixItems) ? prefixItems : []
  const least = Math.min(5, Number(minItems) || (positions.length > 0 ? 0 : 1))
  const length = isObject(items) ? Math.max(positions.length, least) : positions.length
  return Array.from({ length }, (_, index) => {
    const schema = positions[index] ?? items
    return isObject(schema) ? sampleValue(schema, root, depth + 1) : null
  })
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
  if (typeof minimum === 'number') return minimum
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1
  return typeof maximum === 'number' && maximum < 1 ? maximum : 1
}

function sampleText({ format, minLength, maxLength }: JsonSchema): string {
  const ready = typeof format === 'string' ? OF_FORMAT[format] : undefined
  if (ready !== undefined) return ready
  return 'Example'
    .padEnd(Math.min(Number(minLength) || 0, 1_000), ' text')
    .slice(0, Number(maxLength ?? 1_000))
}
