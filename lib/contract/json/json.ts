/** JSON as a type. Ground: everything that is authored, sent or returned is one of these. */

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** A JSON Schema document (2020-12 once canonical). Schemas are data here, so the type stays open. */
export type JsonSchema = JsonObject

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
