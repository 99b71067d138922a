import { isObject, type Json, type JsonSchema, sameText } from '../../kernel/json/json.ts'

export type Property = { name: string; schema: JsonSchema; isOptional: boolean }

/** Returns a closed object: types and samples name all fields that there are. */
export function buildObjectSchema(properties: readonly Property[]): JsonSchema {
  const required = properties.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** Returns one schema for several: constants become an enum, equal schemas one, and null a second type. */
export function buildUnionSchema(branches: readonly JsonSchema[]): JsonSchema {
  return joinDistinct([...new Map(branches.map((each) => [sameText(each), each])).values()])
}

/** Returns one schema for several that differ, without comparing their texts. */
export function joinDistinct(distinct: readonly JsonSchema[]): JsonSchema {
  const [first] = distinct
  if (!first || distinct.length === 1) return first ?? {}
  const isNull = ({ type }: JsonSchema) => type === 'null'
  const others = distinct.filter((each) => !isNull(each))
  const isNullable = others.length < distinct.length
  if (others.every(({ const: value }) => value !== undefined)) {
    const values = others.map(({ const: value }) => value as Json)
    const types = [...new Set(others.map(({ type }) => type as Json))]
    const enumerated = { ...(types.length === 1 && { type: types[0] as Json }), enum: values }
    return isNullable ? { enum: [...values, null] } : enumerated
  }
  const [only] = others
  if (others.length === 1 && only && isNullable && typeof only.type === 'string' && only.enum === undefined)
    return { ...only, type: [only.type, 'null'] }
  return { anyOf: [...distinct] }
}

export function literal(value: Json): JsonSchema {
  const type = typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
  return { type, const: value }
}

/**
 * Adds what a person has written into the earlier schema to the one inferred anew: descriptions, limits and defaults of each
 * field whose type is the same, and only the description where the type has changed.
 */
export function withEarlierDetails(inferred: JsonSchema, before: Json | undefined): JsonSchema {
  if (!isObject(before)) return inferred
  if (sameText(typesIn(inferred)) !== sameText(typesIn(before))) {
    const { description } = before
    return typeof description === 'string' && inferred.description === undefined
      ? { ...inferred, description }
      : inferred
  }
  const { properties, items } = inferred
  const earlier = isObject(before.properties) ? before.properties : {}
  return {
    ...before,
    ...inferred,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [
          name,
          isObject(each)
            ? withEarlierDetails(each, Object.hasOwn(earlier, name) ? earlier[name] : undefined)
            : each,
        ]),
      ),
    }),
    ...(isObject(items) && { items: withEarlierDetails(items, before.items) }),
  }
}

function typesIn({ type, enum: values, format }: JsonSchema): Json {
  return [type ?? null, values ?? null, format ?? null]
}
