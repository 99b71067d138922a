import { listTypes } from '../../../json-schema/tree/schema-tree.ts'
import type { Json, JsonObject, JsonSchema } from '../../../kernel/json/json.ts'
import type { Operation } from '../../../kernel/json/json-patch.ts'
import { toPointer } from '../../../kernel/json/json-pointer.ts'

export type DataPath = readonly string[]

export const ANY = '\u0000*'

export type FieldView = {
  name: string
  schema: JsonSchema
  pointer: string
  isRequired: boolean
  dataPaths: DataPath[]
}

export type ObjectPart = {
  schema: JsonObject
  pointer: string
  notation: 'schema' | 'map'
  isTop: boolean
  /** `allOf`, `if` or `$ref` also determine the fields. */
  isComposed: boolean
  isRecursive: boolean
  dataPaths: DataPath[]
  fields: FieldView[]
}

/** The location of a default, enum or example. */
export type Annotation = { pointer: string; dataPath: DataPath }

export function dataPathKey(dataPath: DataPath): string {
  return dataPath.join('\u0001')
}

export function listAnnotations(schema: JsonSchema, pointer: string, dataPath: DataPath): Annotation[] {
  const single = ['default', 'const'].filter((keyword) => Object.hasOwn(schema, keyword))
  const listed = ['examples', 'enum'].flatMap((keyword) => {
    const list = schema[keyword]
    return Array.isArray(list) ? list.map((_, index) => `${keyword}/${index}`) : []
  })
  return [...single, ...listed].map((keywordPath) => ({
    pointer: `${pointer}/${keywordPath}`,
    dataPath: dataPath,
  }))
}

const IN_MAP: Record<string, string | undefined> = { minimum: 'min', maximum: 'max' }

function keywordIn({ notation }: ObjectPart, keyword: string): string {
  return (notation === 'map' ? IN_MAP[keyword] : undefined) ?? keyword
}

/** A field map's `min` is JSON Schema's `minimum`. */
export function keywordValue(field: FieldView, part: ObjectPart, keyword: string): Json | undefined {
  const key = keywordIn(part, keyword)
  return Object.hasOwn(field.schema, key) ? field.schema[key] : undefined
}

export function addKeyword(field: FieldView, part: ObjectPart, keyword: string, value: Json): Operation {
  return { op: 'add', path: field.pointer + toPointer([keywordIn(part, keyword)]), value }
}

export function isOfType({ schema }: FieldView, ...types: string[]): boolean {
  const own = listTypes(schema).filter((type) => type !== 'null')
  return own.length > 0 && own.every((type) => types.includes(type))
}

export function hasEnum({ schema }: FieldView): boolean {
  return Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')
}

const MAX_DESCRIPTION_CHARS = 1_000

export function findDescription({ schema }: Pick<FieldView, 'schema'>): string {
  const { description } = schema
  if (typeof description !== 'string') return ''
  return description
    .slice(0, MAX_DESCRIPTION_CHARS)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

export function formatValue(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
