/** Lists of flat records, which are drawn as a table, and filled from the cells of a spreadsheet. */
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { controlKind } from '../fields/control-kind.ts'
import { chooseLabel, isBlob, isFile, isSecretField, mergeFacts } from '../fields/field-facts.ts'
import { isLongText } from '../fields/field-labels.ts'
import { type FieldModel, readFieldModel } from '../fields/field-model.ts'
import { listParts, objectParts } from '../fields/schema-parts.ts'
import { readNumber, readOption } from '../typed-text/typed-values.ts'
import type { FormContract } from '../validation/form-contract.ts'
import { type FormValue, toJsonValue } from '../values/form-value.ts'
import { startValue } from '../values/start-value.ts'

export type RecordColumn = {
  name: string
  label: string
  /** The unit of numbers, or their currency. */
  unit: string | undefined
  required: boolean
  kind: 'string' | 'number' | 'integer' | 'boolean' | 'options'
  field: FieldModel
}

const KINDS = ['string', 'number', 'integer', 'boolean', 'options']
const DEPENDING = ['if', 'dependentSchemas', 'dependentRequired', 'dependencies', 'patternProperties']
const MAX_COLUMNS = 7

/**
 * Returns the columns of a list whose rows have the same few fields of one line each; undefined for any other list, and
 * for a value that has more than the columns show.
 */
export function recordColumns(
  contract: FormContract,
  list: FieldModel,
  value: FormValue,
): RecordColumn[] | undefined {
  const { tupleLength, schemasAt } = listParts(list)
  if (tupleLength > 0) return undefined
  const row = readFieldModel(contract, schemasAt(0), undefined, { needsBranch: true })
  const isFixed = row.types.join() === 'object' && row.choices.length === 0 && !row.isNullable && !row.options
  if (!isFixed || row.schemas.some((schema) => DEPENDING.some((keyword) => keyword in schema)))
    return undefined
  const { properties, required } = objectParts(row, undefined)
  if (properties.size < 2 || properties.size > MAX_COLUMNS) return undefined
  const columns = [...properties].map(([name, schemas]) =>
    readColumn(contract, name, { schemas, required: required.has(name) }),
  )
  if (!columns.every((column) => column !== undefined)) return undefined
  const rows = Array.isArray(value) ? value : []
  return rows.every((each) => isRowOf(columns, each)) ? columns : undefined
}

function readColumn(
  contract: FormContract,
  name: string,
  { schemas, required }: { schemas: readonly Json[]; required: boolean },
): RecordColumn | undefined {
  const field = readFieldModel(contract, schemas, undefined)
  const kind = controlKind(field, undefined, {})
  const facts = mergeFacts(field)
  const isOneLine =
    field.types.length < 2 && field.choices.length === 0 && KINDS.includes(kind) && !isLongText(name, facts)
  const isSpecial = isSecretField(facts) || isFile(facts) || isBlob(facts) || facts['x-choices'] !== undefined
  if (!isOneLine || isSpecial || field.isNullable) return undefined
  const unit = facts['x-unit'] ?? facts['x-currency']
  return {
    name,
    label: chooseLabel(contract, { schemas, slot: 'property', name, pointer: '' }),
    unit: typeof unit === 'string' ? unit : undefined,
    required,
    kind: kind as RecordColumn['kind'],
    field,
  }
}

function isRowOf(columns: readonly RecordColumn[], row: FormValue): boolean {
  if (toJsonValue(row) === undefined) return true
  return isObject(row) && Object.keys(row).every((key) => columns.some(({ name }) => name === key))
}

type Paste = {
  contract: FormContract
  list: FieldModel
  columns: readonly RecordColumn[]
  value: FormValue
  /** The cell that has the focus. */
  at: { row: number; column: number }
  cells: readonly (readonly string[])[]
  /** The language in which numbers are read. */
  locale: string | undefined
}

/**
 * Returns the list with the pasted cells, from the given cell on. A first row of titles or names of the columns says
 * where the others belong, and is not pasted itself. Rows are added as needed; an empty cell clears a field.
 */
export function pasteCells({ contract, list, columns, value, at, cells, locale }: Paste): FormValue[] {
  const [first = [], ...others] = cells
  const titled = first.map((cell) => columns.find((column) => isTitleOf(column, cell)))
  const hasTitles =
    titled.length > 1 &&
    titled.some(Boolean) &&
    titled.every((column, index) => column || first[index] === '')
  const targets = hasTitles ? titled : first.map((_, index) => columns[at.column + index])
  const rows = [...(Array.isArray(value) ? value : [])]
  for (const [index, texts] of (hasTitles ? others : cells).entries()) {
    const position = at.row + index
    const before = rows[position] ?? startValue(contract, listParts(list).schemasAt(position)) ?? {}
    const row = new Map(Object.entries(isObject(before) ? (before as { [key: string]: FormValue }) : {}))
    for (const [offset, column] of targets.entries()) {
      const read = column && readCell(column, texts[offset] ?? '', locale)
      if (column && read === undefined) row.delete(column.name)
      else if (column) row.set(column.name, read)
    }
    rows[position] = inOrder(columns, row)
  }
  return rows
}

function isTitleOf({ name, label }: RecordColumn, cell: string): boolean {
  const text = cell.trim().toLowerCase()
  return text !== '' && (text === name.toLowerCase() || text === label.toLowerCase())
}

const YES = ['true', 'yes', '1', 'x', 'ja', 'y', '✓']
const NO = ['false', 'no', '0', 'nein', 'n']

/** Returns the value that the text of a cell means, the text itself if it means none, or undefined for an empty cell. */
function readCell({ kind, field }: RecordColumn, cell: string, locale: string | undefined): Json | undefined {
  const text = cell.trim()
  if (text === '') return undefined
  if (kind === 'number' || kind === 'integer')
    return readNumber(text, { ...(locale && { locale }), isInteger: kind === 'integer' })
  if (kind === 'options') {
    const options = field.options ?? []
    return options.find(({ value }) => String(value) === text)?.value ?? readOption(options, text)
  }
  if (kind !== 'boolean') return text
  const word = text.toLowerCase()
  return YES.includes(word) ? true : NO.includes(word) ? false : text
}

function inOrder(columns: readonly RecordColumn[], row: ReadonlyMap<string, FormValue>): FormValue {
  return Object.fromEntries(
    columns.flatMap(({ name }) => (row.has(name) ? [[name, row.get(name)] as const] : [])),
  )
}
