/** The fields of an object with their titles, in the order of the contract, including absent ones. */

import type { ReactNode } from 'react'
import { resolveRef } from '#lib/json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/kernel/json/json.ts'

export type DescribedField = {
  key: string
  title: string
  description?: string
  schema?: JsonSchema
  value?: Json
}

/** Returns the schema that a `$ref` means, or undefined if it is not an object. An unknown `$ref` stays as it is. */
export function resolveSchema(schema: Json | undefined, root?: JsonSchema): JsonSchema | undefined {
  if (!isObject(schema)) return undefined
  if (typeof schema.$ref !== 'string') return schema
  const referenced = root && resolveRef(root, schema.$ref)
  return isObject(referenced) ? { ...referenced, ...schema } : schema
}

export function describedFields(value: JsonObject, fieldSchema?: Json, root?: JsonSchema): DescribedField[] {
  const schema = resolveSchema(fieldSchema, root)
  const declared = isObject(schema?.properties) ? schema.properties : {}
  const others = Object.keys(value).filter((key) => !Object.hasOwn(declared, key))
  const field = (key: string, below?: JsonSchema): DescribedField => ({
    key,
    title: typeof below?.title === 'string' ? below.title : fieldLabel(key),
    ...(typeof below?.description === 'string' && { description: below.description }),
    ...(below && { schema: below }),
    ...(Object.hasOwn(value, key) && { value: value[key] }),
  })
  return [
    ...Object.keys(declared).map((key) => field(key, resolveSchema(declared[key], root))),
    ...others.map((key) => field(key, resolveSchema(schema?.additionalProperties, root))),
  ]
}

export function fieldLabel(key: string): string {
  const spaced = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
  return spaced ? spaced[0]!.toUpperCase() + spaced.slice(1) : key
}

export type ShownValue = {
  value: Json
  schema?: JsonSchema
  root?: JsonSchema
  name: string
  field?: string
  depth: number
  currency?: string
  /** Set where tables have no tools: in a cell of a table, which has no room, and in an example. */
  place?: 'cell' | 'example'
}

/** Passed as a prop to avoid an import cycle. */
export type ShowValue = (shown: ShownValue) => ReactNode
