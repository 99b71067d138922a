/**
 * Test cases from external corpora, next to this repository or in `GUILDHALL_CORPORA`. Tests without their corpus are
 * skipped with a message.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type SkipOptions, skipUnless } from './skip-unless.ts'

const FOLDER = process.env.GUILDHALL_CORPORA ?? path.resolve(import.meta.dirname, '../../../shared/data')

/** Returns the rows of `<name>.jsonl`, or null with a message if the file is missing. */
export function readCorpus<Row>(name: string): Row[] | null {
  const file = path.join(FOLDER, `${name}.jsonl`)
  if (!existsSync(file)) {
    console.info(`skipped: 1 corpus (${name}.jsonl) is not at ${FOLDER}; set GUILDHALL_CORPORA`)
    return null
  }
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

/** Returns every n-th row, with a message; all of them in `npm run test:long`. */
export function everyNth<Row>(rows: readonly Row[] | null, n: number): Row[] {
  if (!rows || process.env.GUILDHALL_LONG || n === 1) return [...(rows ?? [])]
  const some = rows.filter((_, index) => index % n === 0)
  console.info(`${some.length} of ${rows.length} rows; all of them with npm run test:long`)
  return some
}

export function withCorpus(...corpora: unknown[]): SkipOptions {
  return skipUnless(corpora.every(Boolean), 'needs cases from outside this repository, see GUILDHALL_CORPORA')
}
