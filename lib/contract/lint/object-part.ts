/**
 * An object that a schema describes, as the lint rules read it: its fields, where they stand in the document, and
 * where in the data.
 *
 * Ground; also in the browser.
 */
import type { JsonObject, JsonSchema } from '../json/json.ts'

/** Keys that lead to a value from the top of the data; ANY for each item of a list or each value of a dictionary. */
export type DataPlace = readonly string[]

// No name that anybody would give a property.
export const ANY = '\u0000*'

export type FieldView = {
  name: string
  schema: JsonSchema
  /** In the document. */
  pointer: string
  isRequired: boolean
  places: DataPlace[]
}

export type ObjectPart = {
  schema: JsonObject
  pointer: string
  notation: 'schema' | 'map'
  isTop: boolean
  /** Something else decides too which fields there are and what they may be: `allOf`, `if`, `$ref`… */
  isComposed: boolean
  /** Its values hold values of itself. */
  isRecursive: boolean
  places: DataPlace[]
  fields: FieldView[]
}

/** Where the document holds a value of the schema, besides examples: its defaults, enums and examples. */
export type Annotation = { pointer: string; place: DataPlace }

/** A place as a key to look things up by. */
export function placeKey(place: DataPlace): string {
  return place.join('\u0001')
}

export function annotationsOf(schema: JsonSchema, pointer: string, place: DataPlace): Annotation[] {
  const single = ['default', 'const'].filter((keyword) => Object.hasOwn(schema, keyword))
  const listed = ['examples', 'enum'].flatMap((keyword) => {
    const list = schema[keyword]
    return Array.isArray(list) ? list.map((_, index) => `${keyword}/${index}`) : []
  })
  return [...single, ...listed].map((way) => ({ pointer: `${pointer}/${way}`, place }))
}
