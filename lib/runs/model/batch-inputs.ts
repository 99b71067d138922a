/** Makes the inputs of a batch from the rows of a sheet, in the browser. The server checks each input by the contract. */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { setOwnProperty } from '../../kernel/json/to-json.ts'

export type BatchField = {
  name: string
  title: string
  isRequired: boolean
  /** True for a list or a record, which a cell holds as JSON. */
  isNested: boolean
}

/** Where the values of a field come from: a column, one text for all rows, or nowhere. */
export type FieldSource =
  | { kind: 'column'; column: number }
  | { kind: 'fixed'; text: string }
  | { kind: 'none' }

/** Returns the fields that cells can fill; [] if the input is no record with named fields. */
export function listBatchFields(schema: JsonSchema | undefined): BatchField[] {
  const { properties, required } = schema ?? {}
  if (!isObject(properties as Json)) return []
  const isRequired = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties as JsonObject).map(([name, field]) => ({
    name,
    title: isObject(field) && typeof field.title === 'string' ? field.title : name,
    isRequired: isRequired.has(name),
    isNested: isNestedField(field),
  }))
}

function isNestedField(field: Json): boolean {
  if (!isObject(field)) return false
  const types = Array.isArray(field.type) ? field.type : [field.type]
  return types.some((type) => type === 'array' || type === 'object')
}

/** Matches columns to fields by name or title, whatever their case and punctuation. Each column is used once. */
export function matchColumns(fields: readonly BatchField[], columns: readonly string[]): FieldSource[] {
  const free = columns.map(toKey)
  return fields.map(({ name, title }) => {
    const column = free.findIndex((key) => key !== '' && (key === toKey(name) || key === toKey(title)))
    if (column < 0) return { kind: 'none' }
    free[column] = ''
    return { kind: 'column', column }
  })
}

function toKey(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** Returns one input for each row. Empty cells are left out, so that defaults apply. */
export function buildInputs(
  fields: readonly BatchField[],
  sources: readonly FieldSource[],
  rows: readonly (readonly string[])[],
): JsonObject[] {
  return rows.map((cells) => {
    const input: JsonObject = {}
    for (const [index, field] of fields.entries()) {
      const source = sources[index] ?? { kind: 'none' }
      const text =
        source.kind === 'column' ? (cells[source.column] ?? '') : source.kind === 'fixed' ? source.text : ''
      if (text.trim() !== '') setOwnProperty(input, field.name, toValue(field, text))
    }
    return input
  })
}

/** Texts stay texts: the contract converts numbers and booleans, and refuses what is neither. */
function toValue({ isNested }: BatchField, text: string): Json {
  if (!isNested || !/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
