/** Fills lists of records from the cells of a spreadsheet, and reads the numbers that another language writes differently. */
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { mergeFacts, numberUnit } from '../fields/field-facts.ts'
import type { FieldModel } from '../fields/field-model.ts'
import { listParts } from '../fields/schema-parts.ts'
import { type NumberReading, readTypedNumber } from '../typed-text/typed-numbers.ts'
import { readNumber, readOption } from '../typed-text/typed-values.ts'
import type { FormContract } from '../validation/form-contract.ts'
import type { FormValue } from '../values/form-value.ts'
import { startValue } from '../values/start-value.ts'
import type { RecordColumn } from './record-columns.ts'

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

export type Pasted = {
  value: FormValue[]
  /** How many rows were pasted, without the headings. */
  count: number
  /** Headings whose cells have no column here. */
  left: string[]
}

/**
 * Returns the list with the pasted cells, from the given cell on. A first row of titles or names of the columns says
 * where the others belong, and is not pasted itself. Rows are added as needed; an empty cell clears a field.
 */
export function pasteCells({ contract, list, columns, value, at, cells, locale }: Paste): Pasted {
  const [first = [], ...others] = cells
  const titled = others.length > 0 ? readTitles(columns, first, at.column) : undefined
  const targets = titled ?? first.map((_, index) => columns[at.column + index])
  const pasted = titled ? others : cells
  const rows = [...(Array.isArray(value) ? value : [])]
  for (const [index, texts] of pasted.entries()) {
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
  const left = titled ? first.filter((cell, index) => cell.trim() !== '' && !targets[index]) : []
  return { value: rows, count: pasted.length, left }
}

/**
 * Returns the column of each cell of a heading row; undefined if the row is no heading. At least half of its cells have to
 * be titles of columns: a sheet may have more columns, or call one differently. Such a one takes the column at its place
 * if no title claims it.
 */
function readTitles(
  columns: readonly RecordColumn[],
  cells: readonly string[],
  firstColumn: number,
): (RecordColumn | undefined)[] | undefined {
  const titled = cells.map((cell) => columns.find((column) => isTitleOf(column, cell)))
  const found = titled.filter((column) => column !== undefined)
  const filled = cells.filter((cell) => cell.trim() !== '')
  const isHeading =
    found.length > 0 && new Set(found).size === found.length && found.length * 2 >= filled.length
  // One word may be a value as well, unless it stands above the column that it names.
  const isSure = found.length > 1 || (cells.length === 1 && titled[0] === columns[firstColumn])
  const isAllWords = filled.every((cell) => readTypedNumber(cell).value === undefined)
  if (!isHeading || !isSure || !isAllWords) return undefined
  return titled.map((column, index) => {
    const here = columns[firstColumn + index]
    if (column || cells[index]?.trim() === '') return column
    return here && !found.includes(here) ? here : undefined
  })
}

/** Compares without case, signs and a unit in brackets, as spreadsheets write “Unit price (EUR)” and “unit_price”. */
function isTitleOf({ name, label }: RecordColumn, cell: string): boolean {
  const words = (text: string) =>
    text
      .replaceAll(/[([][^)\]]*[)\]]/g, '')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase()
  const written = words(cell)
  return written !== '' && (written === words(name) || written === words(label))
}

/**
 * Finds the typed numbers that are not read, because another language writes them so, and returns how each is written
 * plainly, with the list in which all are replaced.
 */
export function correctNumbers(
  columns: readonly RecordColumn[],
  value: FormValue,
  locale: string | undefined,
): { corrected: { typed: string; plain: string }[]; value: FormValue } {
  const corrected: { typed: string; plain: string }[] = []
  const correctCell = (column: RecordColumn | undefined, cell: FormValue | undefined) => {
    if (typeof cell !== 'string' || !column) return cell
    const { value: read, suggestion } = readTypedNumber(cell, numberReading(column, locale))
    if (read !== undefined || suggestion === undefined) return cell
    corrected.push({ typed: cell, plain: suggestion })
    return Number(suggestion)
  }
  const numbers = new Map(columns.filter(isNumeric).map((column) => [column.name, column]))
  const rows = (Array.isArray(value) ? value : []).map((row) =>
    isObject(row)
      ? Object.fromEntries(
          Object.entries(row).map(([name, cell]) => [
            name,
            correctCell(numbers.get(name), cell as FormValue),
          ]),
        )
      : row,
  )
  return { corrected, value: rows as FormValue }
}

function isNumeric({ kind }: RecordColumn): boolean {
  return kind === 'number' || kind === 'integer'
}

function numberReading(
  { kind, field, label, name }: RecordColumn,
  locale: string | undefined,
): NumberReading {
  return { locale, isInteger: kind === 'integer', unit: numberUnit(mergeFacts(field), { label, name }) }
}

const YES = ['true', 'yes', '1', 'x', 'ja', 'y', '✓']
const NO = ['false', 'no', '0', 'nein', 'n']

/** Returns the value that the text of a cell means, the text itself if it means none, or undefined for an empty cell. */
function readCell(column: RecordColumn, cell: string, locale: string | undefined): Json | undefined {
  const { kind, field } = column
  const text = cell.trim()
  if (text === '') return undefined
  if (isNumeric(column)) return readNumber(text, numberReading(column, locale))
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

/** Reads what a spreadsheet copies, whose cells are separated by tabs, or the lines of a CSV file. */
export async function readCells(text: string, locale: string | undefined): Promise<string[][]> {
  const isNumber = (line: string) => readTypedNumber(line, { locale }).value !== undefined
  const lines = text.split(/\r?\n/)
  // Decimal commas are no separators.
  if (!text.includes('\t') && lines.every(isNumber)) return lines.map((line) => [line])
  const { default: Papa } = await import('papaparse')
  const delimiter = text.includes('\t') ? '\t' : ''
  return Papa.parse<string[]>(text, { delimiter, delimitersToGuess: [',', ';', '|'] }).data
}
