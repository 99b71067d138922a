/**
 * Cases from the world outside, for tests that look beyond our own imagination.
 *
 * They are not part of this repository: they are looked for beside it, or where `GUILDHALL_CORPORA` says. A
 * test whose corpus is absent is skipped, and says how much it skipped.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = process.env.GUILDHALL_CORPORA ?? path.resolve(import.meta.dirname, '../../../shared/data')

/** The rows of `<name>.jsonl`; null, with a printed line, when they are not here. */
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

/** Every n-th row, so that the usual tests stay quick, with a printed line; all of them in the long ones (`npm run test:long`). */
export function everyNth<Row>(rows: readonly Row[] | null, n: number): Row[] {
  if (!rows || process.env.GUILDHALL_LONG || n === 1) return [...(rows ?? [])]
  const some = rows.filter((_, index) => index % n === 0)
  console.info(`${some.length} of ${rows.length} rows; all of them with npm run test:long`)
  return some
}
