/** What a caller has, or needs: a JSON value, or a schema of values. */

import { inferFromSample } from '../../contracts/infer/infer-from-sample.ts'
import { interpretSchema } from '../../json-schema/evaluate/interpreter.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { jsonTypeOf, mapSchema } from '../../json-schema/tree/schema-tree.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { contentOfSchema, recognizeText, type TextContent } from './text-content.ts'

/** `schema` describes the value, too. `content` is what a text holds, such as CSV. */
export type Held = { content?: TextContent } & (
  | { kind: 'value'; value: Json; schema: JsonSchema }
  | { kind: 'schema'; schema: JsonSchema }
)

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const ONLY_IN_SCHEMAS = ['$schema', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const']
const BESIDE_TYPE = [
  ...ONLY_IN_SCHEMAS,
  'type', 'title', 'description', 'default', 'examples', 'format', 'pattern', 'properties', 'required', 'items',
  'additionalProperties', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', '$defs', 'definitions',
] // biome-ignore format: list

/** Returns the issues of a schema that cannot be read. Call it by `readHeld`, because a schema can take seconds. */
export function parseHeld(sent: Json, path: string): { held?: Held; issues: Issue[] } {
  if (!isSchema(sent)) {
    const content = typeof sent === 'string' ? { content: recognizeText(sent) } : {}
    return { held: { kind: 'value', value: sent, schema: schemaOf(sent), ...content }, issues: [] }
  }
  // As the schema of a field, because a contract's own schema describes an object.
  const { $schema, $defs, definitions, ...field } = sent
  const defs: JsonSchema = {
    ...(isObject($defs) && { $defs }),
    ...(isObject(definitions) && { definitions }),
  }
  const dialect: JsonSchema = $schema === undefined ? {} : { $schema }
  const wrapped: JsonSchema = { ...dialect, ...defs, type: 'object', properties: { value: field } }
  const { schema: read, issues } = canonicalSchema(wrapped)
  const schema = read && fieldWithin(read)
  if (schema && isUsable(schema)) {
    const content = contentOfSchema('', schema)
    return { held: { kind: 'schema', schema, ...(content && { content }) }, issues: [] }
  }
  const [first] = issues
  return {
    issues: [
      {
        path: `${path}${first?.path.replace('/properties/value', '') ?? ''}`,
        message: first?.message ?? 'is no valid JSON Schema',
        keyword: 'schema',
      },
    ],
  }
}

function fieldWithin({ properties, $defs }: JsonSchema): JsonSchema | undefined {
  const field = isObject(properties) ? properties.value : undefined
  return isObject(field) ? { ...field, ...($defs !== undefined && { $defs }) } : undefined
}

/** An object is a schema if it has `$schema`, or a `type` or another keyword of schemas and nothing but keywords. */
function isSchema(sent: Json): sent is JsonSchema {
  if (!isObject(sent)) return false
  if (typeof sent.$schema === 'string') return true
  const names = Object.keys(sent)
  const types = [sent.type].flat()
  const isTyped = sent.type !== undefined && types.every((type) => TYPES.includes(String(type)))
  const isPlain = names.every((name) => BESIDE_TYPE.includes(name))
  return (
    isPlain && (isTyped || names.some((name) => ONLY_IN_SCHEMAS.includes(name)) || isObject(sent.properties))
  )
}

function isUsable(schema: JsonSchema): boolean {
  try {
    interpretSchema(schema)
    return true
  } catch {
    return false
  }
}

const MAX_SAMPLED_ITEMS = 20

/** A long list is described by its first items, at every level. */
function schemaOf(value: Json): JsonSchema {
  const schema = inferFromSample(value, { maxItems: MAX_SAMPLED_ITEMS })
  return isObject(value) || Array.isArray(value) ? schema : { ...schema, type: jsonTypeOf(value) }
}

/**
 * Returns the schema that an output must match. An example shows which fields are needed: it forbids no others, and the format of
 * its texts and the size of its numbers are chance.
 */
export function neededSchema({ kind, schema }: Held): JsonSchema {
  if (kind === 'schema') return schema
  return mapSchema(schema, ({ additionalProperties: _, format: __, examples: ___, ...open }) =>
    open.type === 'integer' ? { ...open, type: 'number' } : open,
  )
}
