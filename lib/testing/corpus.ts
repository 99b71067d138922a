/**
 * Test cases as JSON lines. The small ones in `cases` are ours, and run everywhere. `GUILDHALL_CORPORA` names a folder
 * with larger corpora of the same form that others wrote; they replace ours.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Json, JsonSchema } from '../kernel/json/json.ts'
import { type SkipOptions, skipUnless } from './skip-unless.ts'

/** A row of the corpora with schemas and values for them, each of which names its values in its own way. */
export type SchemaCase = {
  id?: string
  name: string
  schema: JsonSchema
  valid_args?: Json[]
  form_data?: Json
  valid?: { value: Json }[]
  invalid?: { value: Json }[]
}

/** The folder of larger corpora; undefined if there is none. */
export const OUTSIDE_CORPORA = process.env.GUILDHALL_CORPORA || undefined

const FOLDER = OUTSIDE_CORPORA ?? path.join(import.meta.dirname, 'cases')

/** Returns the rows of `<name>.jsonl`, or null if the folder has none. */
export function readCorpus<Row>(name: string): Row[] | null {
  const file = path.join(FOLDER, `${name}.jsonl`)
  if (!existsSync(file)) return null
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

/** Returns every n-th row of a large corpus, with a message; all of them in `npm run test:long`, and of our own cases. */
export function everyNth<Row>(rows: readonly Row[] | null, n: number): Row[] {
  if (!rows || process.env.GUILDHALL_LONG || n === 1 || !OUTSIDE_CORPORA) return [...(rows ?? [])]
  const some = rows.filter((_, index) => index % n === 0)
  console.info(`${some.length} of ${rows.length} rows; all of them with npm run test:long`)
  return some
}

/** The number of cases that a test must find at least: `count` in a large corpus, one of our own. */
export function leastCases(count: number): number {
  return OUTSIDE_CORPORA ? count : 1
}

export function withCorpus(...corpora: unknown[]): SkipOptions {
  return skipUnless(
    corpora.every(Boolean),
    'needs the cases of others, in the folder that GUILDHALL_CORPORA names',
  )
}
