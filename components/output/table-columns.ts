/** The columns of a list of objects, and their order when a person sorts by one. Pure. */
import { isObject, type Json, type JsonObject, type JsonSchema } from '#lib/contract/json/json.ts'
import { follow, words } from './described-fields.ts'
import { isDigest, SHORT_DIGEST } from './digest.ts'

/** Of a longer list these are shown first. */
export const FIRST_ROWS = 50

export type Column = {
  key: string
  title: string
  schema?: JsonSchema
  isNumeric: boolean
  /** What it does not get narrower than, in characters: a table scrolls before it breaks words. */
  leastWidth: number
}

const WIDE_ENOUGH = 24

export type Sorting = { key: string; descending: boolean }

/** Declared columns first, in the contract's order; then whatever else the rows have. */
export function columnsOf(rows: JsonObject[], items?: JsonSchema, root?: JsonSchema): Column[] {
  const declared = isObject(items?.properties) ? items.properties : {}
  const keys = new Set([...Object.keys(declared), ...rows.flatMap((row) => Object.keys(row))])
  return [...keys].map((key) => {
    const schema = follow(declared[key], root)
    const values = rows.map((row) => row[key]).filter((value) => value !== undefined && value !== null)
    return {
      key,
      title: typeof schema?.title === 'string' ? schema.title : words(key),
      ...(schema && { schema }),
      isNumeric: values.length > 0 && values.every((value) => typeof value === 'number'),
      leastWidth: Math.min(WIDE_ENOUGH, Math.max(0, ...values.slice(0, FIRST_ROWS).map(lengthOf))),
    }
  })
}

function lengthOf(value: Json | undefined): number {
  if (typeof value !== 'string') return typeof value === 'object' ? WIDE_ENOUGH : 0
  const { length } = value
  return isDigest(value) ? SHORT_DIGEST : length
}

/** A sorted copy. Numbers by value, everything else as text; what is missing goes last either way. */
export function sortRows(rows: JsonObject[], { key, descending }: Sorting): JsonObject[] {
  const isMissing = (row: JsonObject) => row[key] === undefined || row[key] === null
  return rows.toSorted((a, b) => {
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
    return compare(a[key] as Json, b[key] as Json) * (descending ? -1 : 1)
  })
}

const texts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return texts.compare(
    typeof a === 'string' ? a : JSON.stringify(a),
    typeof b === 'string' ? b : JSON.stringify(b),
  )
}
