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
  /** Set for what only programs need, such as an etag. */
  isTechnical?: true
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
    title: titleOf(key, below),
    ...(typeof below?.description === 'string' && { description: below.description }),
    ...(below?.['x-technical'] === true && { isTechnical: true as const }),
    ...(below && { schema: below }),
    ...(Object.hasOwn(value, key) && { value: value[key] }),
  })
  return [
    ...Object.keys(declared).map((key) => field(key, resolveSchema(declared[key], root))),
    ...others.map((key) => field(key, resolveSchema(schema?.additionalProperties, root))),
  ]
}

/** Returns the title of the contract, or a label made of the key. */
export function titleOf(key: string, schema: JsonSchema | undefined): string {
  return typeof schema?.title === 'string' ? schema.title : fieldLabel(key)
}

/**
 * Writes a key as words: "Estimated delivery" for `estimatedDelivery`, and "Invoice URL" for `invoiceURL`. The unit at its
 * end is left out, because dates and sizes are drawn as such: "Changed at" for `changedAtMs`, "Size" for `size_bytes`.
 */
export function fieldLabel(key: string): string {
  const words = key
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .split(/\s+/)
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word))
  const isUnit = /^(bytes|ms)$/i.test(words.at(-1) ?? '') && isNamedBesides(words.slice(0, -1))
  const label = (isUnit ? words.slice(0, -1) : words).join(' ')
  return label ? label[0]!.toUpperCase() + label.slice(1) : key
}

/** Tells whether words without their unit still say what is measured. A `durationMs` needs it: it is drawn as a number. */
function isNamedBesides(words: readonly string[]): boolean {
  return /^(at|size|mtime|ctime|created|changed|modified|updated)$/i.test(words.at(-1) ?? '')
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
