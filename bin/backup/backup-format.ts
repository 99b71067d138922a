/**
 * What a backup is: a gzipped tar, so that tools nobody has to install can look into it.
 *
 *   guildhall.json              what it is, before anything else is read
 *   tables/public.User/000001   the rows, as COPY writes them, in pieces
 *   keys/master.key             only when it was asked for
 *   manifest.json               how much of each there was, with its SHA-256; without it the file was cut off
 */
import type { Table, TableName } from './database-shape.ts'

export const FORMAT = 1

export type Heading = {
  format: number
  guildhall: string
  createdAt: string
  postgres: string
  migrations: string[]
  tables: Table[]
}

export type Tally = { rows: number; bytes: number; sha256: string }

export type Manifest = {
  tables: Record<TableName, Tally>
  sequences: Record<string, string>
  /** Ids of the master keys that sealed values need, with how many need each. */
  sealedUnder: Record<string, number>
  /** Content that is in a bucket, not in here. */
  inBucket: { contents: number; bytes: number }
}

export const HEADING = 'guildhall.json'
export const MANIFEST = 'manifest.json'
export const MASTER_KEYS = 'keys/master.key'

/** Of a piece of a table: small enough to hold, large enough that there are few. */
export const PIECE_BYTES = 4 * 1024 * 1024

export function pieceName(table: TableName, number: number): string {
  return `tables/${table}/${String(number).padStart(6, '0')}`
}

/** Which table a file is a piece of; null for other files. */
export function tableOf(fileName: string): TableName | null {
  const [, table] = /^tables\/([^/]+)\/\d+$/.exec(fileName) ?? []
  return (table as TableName | undefined) ?? null
}

export function sumOf({ tables }: Manifest): { tables: number; rows: number } {
  const all = Object.values(tables)
  return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) }
}
