/**
 * The meta-schema as a single document, with readable errors and older drafts' `definitions` and `dependencies`. See
 * https://json-schema.org/draft/2020-12/schema.
 */
// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword
import { isObject, type JsonSchema } from '../../kernel/json/json.ts'

const schema = { $ref: '#' }
const schemas = { type: 'array', minItems: 1, items: schema }
const named = { type: 'object', additionalProperties: schema }
const text = { type: 'string' }
const flag = { type: 'boolean' }
const number = { type: 'number' }
const count = { type: 'integer', minimum: 0 }
const names = { type: 'array', items: text, uniqueItems: true }
const anchor = { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' }
const simpleTypes = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] }

// biome-ignore format: table
export const META_SCHEMA: JsonSchema = {
  type: ['object', 'boolean'],
  properties: {
    $id: { type: 'string', pattern: '^[^#]*#?$' }, $schema: text, $ref: text, $anchor: anchor, $dynamicRef: text,
    $dynamicAnchor: anchor, $comment: text, $vocabulary: { type: 'object', additionalProperties: flag },
    $defs: named, definitions: named,
    prefixItems: schemas, items: schema, contains: schema, unevaluatedItems: schema,
    properties: named, patternProperties: named, additionalProperties: schema, unevaluatedProperties: schema,
    propertyNames: schema, dependentSchemas: named,
    dependencies: { type: 'object', additionalProperties: { if: { type: 'array' }, then: names, else: schema } },
    if: schema, then: schema, else: schema, allOf: schemas, anyOf: schemas, oneOf: schemas, not: schema,
    type: { if: { type: 'array' }, then: { minItems: 1, uniqueItems: true, items: simpleTypes }, else: simpleTypes },
    enum: { type: 'array' },
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    maximum: number, exclusiveMaximum: number, minimum: number, exclusiveMinimum: number,
    maxLength: count, minLength: count, pattern: text,
    maxItems: count, minItems: count, uniqueItems: flag, maxContains: count, minContains: count,
    maxProperties: count, minProperties: count, required: names,
    dependentRequired: { type: 'object', additionalProperties: names },
    title: text, description: text, deprecated: flag, readOnly: flag, writeOnly: flag, examples: { type: 'array' },
    format: text, contentEncoding: text, contentMediaType: text, contentSchema: schema,
  },
}

export function isSchemaKeyword(word: string): boolean {
  return isObject(META_SCHEMA.properties) && Object.hasOwn(META_SCHEMA.properties, word)
}
