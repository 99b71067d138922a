/**
 * A contract, rewritten into what the form library can draw.
 *
 * The library knows draft-07 shapes; contracts are 2020-12. What comes out of here is only drawn: the contract as
 * written stays the one that checks, here and on the server.
 */
import type { RJSFSchema } from '@rjsf/utils'
import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/contract/json/json.ts'
import { mapSchema, typesOf } from '#lib/contract/schema/schema-tree.ts'

/** The `$id` under which the theme registers the field for values of any kind, written as JSON. */
export const ANY_VALUE = 'guildhall-any-value'

export function toRenderSchema(schema: JsonSchema): RJSFSchema {
  // The library types its schemas as draft-07, which is what these are now.
  return mapSchema(mapSchema(schema, withoutTrue), redraw) as RJSFSchema
}

/** `true` says as much as `{}`, and only objects can be redrawn. */
function withoutTrue(schema: JsonSchema): JsonSchema {
  const open = (value: Json): Json => (value === true ? {} : value)
  return {
    ...schema,
    ...(isObject(schema.properties) && { properties: mapValues(schema.properties, open) }),
    ...(schema.items === true && { items: {} }),
  }
}

function redraw(schema: JsonSchema): JsonSchema {
  const {
    $schema,
    $id,
    unevaluatedProperties,
    unevaluatedItems,
    dependentRequired,
    dependentSchemas,
    ...rest
  } = schema
  const drawn = withTuples({ ...rest, ...dependencies(dependentRequired, dependentSchemas) })
  if (isObject(drawn.properties)) drawn.properties = withPlainTuples(drawn)
  return isOpen(drawn) ? { ...drawn, $id: ANY_VALUE } : withOneType(drawn)
}

function withTuples({ prefixItems, items, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(prefixItems)) return items === undefined ? rest : { ...rest, items }
  return { ...rest, items: prefixItems, ...(items !== undefined && { additionalItems: items }) }
}

function dependencies(required: Json | undefined, schemas: Json | undefined): JsonObject {
  if (!isObject(required) && !isObject(schemas)) return {}
  return { dependencies: { ...(isObject(required) && required), ...(isObject(schemas) && schemas) } }
}

/** A tuple that may be left out is drawn with no inputs at all; as JSON it can at least be written. */
function withPlainTuples({ properties, required }: JsonSchema): JsonObject {
  const needed = Array.isArray(required) ? required : []
  return mapValues(properties as JsonObject, (property, key) => {
    const isOptionalTuple = isObject(property) && Array.isArray(property.items) && !needed.includes(key)
    return isOptionalTuple ? { ...annotations(property), $id: ANY_VALUE } : property
  })
}

const KINDS = [
  ...['type', 'enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf', 'if'],
  ...['properties', 'additionalProperties', 'patternProperties', 'items', 'dependencies', 'required'],
]

/** Says nothing of what kind of value it wants. */
function isOpen(schema: JsonSchema): boolean {
  return !KINDS.some((keyword) => keyword in schema)
}

const TYPE_TITLES: Record<string, string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
  null: 'Nothing (null)',
}

/** Several types become a choice between them; "or null" stays, since an empty field says it. */
function withOneType(schema: JsonSchema): JsonSchema {
  const types = typesOf(schema)
  const isChoice = types.filter((type) => type !== 'null').length > 1
  if (!isChoice || ['enum', 'const', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)) return schema
  const { type: _, title, description, default: preset, examples, ...rules } = schema
  const anyOf = types.map((type) => ({ ...rules, type, title: TYPE_TITLES[type] ?? type }))
  return { ...annotations(schema), anyOf }
}

function annotations(schema: JsonSchema): JsonObject {
  const kept = ['title', 'description', 'default', 'examples']
  return Object.fromEntries(Object.entries(schema).filter(([key]) => kept.includes(key)))
}

function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
