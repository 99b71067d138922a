/** The fields of a result in the contract's order, declared ones that did not come included. Pure. */
import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/contract/json/json.ts'
import { resolveRef } from '#lib/contract/schema/schema-tree.ts'

export type DescribedField = {
  key: string
  title: string
  description?: string
  schema?: JsonSchema
  /** Undefined when the contract names the field and the result does not have it. */
  value?: Json
}

/** `schema` with a local `$ref` followed; undefined when there is none to follow. */
export function follow(schema: Json | undefined, root?: JsonSchema): JsonSchema | undefined {
  if (!isObject(schema)) return undefined
  if (typeof schema.$ref !== 'string') return schema
  const named = root && resolveRef(root, schema.$ref)
  return isObject(named) ? { ...named, ...schema } : schema
}

export function describedFields(value: JsonObject, given?: Json, root?: JsonSchema): DescribedField[] {
  const schema = follow(given, root)
  const declared = isObject(schema?.properties) ? schema.properties : {}
  const others = Object.keys(value).filter((key) => !Object.hasOwn(declared, key))
  const field = (key: string, below?: JsonSchema): DescribedField => ({
    key,
    title: typeof below?.title === 'string' ? below.title : words(key),
    ...(typeof below?.description === 'string' && { description: below.description }),
    ...(below && { schema: below }),
    ...(Object.hasOwn(value, key) && { value: value[key] }),
  })
  return [
    ...Object.keys(declared).map((key) => field(key, follow(declared[key], root))),
    ...others.map((key) => field(key, follow(schema?.additionalProperties, root))),
  ]
}

/** "reading_minutes" and "readingMinutes" as a person writes them. */
export function words(key: string): string {
  const spaced = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
  return spaced ? spaced[0]!.toUpperCase() + spaced.slice(1) : key
}
