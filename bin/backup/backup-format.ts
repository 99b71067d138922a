/**
 * A gzipped tar: `tables/public.User/000001` has rows in COPY format, `keys/master.key` is included on request,
 * `manifest.json` comes last, so a file without it is truncated.
 */

import fs from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { TableName, TableShape } from './database-shape.ts'
import { readTar, type TarFile } from './tar.ts'

export const BACKUP_FORMAT = 1

export type BackupHeading = {
  format: number
  guildhall: string
  createdAt: string
  postgres: string
  migrations: string[]
  tables: TableShape[]
}

export type TableDigest = { rows: number; bytes: number; sha256: string }

export type BackupManifest = {
  tables: Record<TableName, TableDigest>
  sequences: Record<string, string>
  /** Number of values sealed under each key id. */
  sealedUnder: Record<string, number>
  /** Not contained in this file. */
  inBucket: { contents: number; bytes: number }
}

export const HEADING_FILE = 'guildhall.json'
export const MANIFEST_FILE = 'manifest.json'
export const MASTER_KEYS_FILE = 'keys/master.key'

export const MAX_PIECE_BYTES = 4 * 1024 * 1024

export function pieceName(table: TableName, number: number): string {
  return `tables/${table}/${String(number).padStart(6, '0')}`
}

export function parseTableName(fileName: string): TableName | null {
  const [, table] = /^tables\/([^/]+)\/\d+$/.exec(fileName) ?? []
  return (table as TableName | undefined) ?? null
}

export function sumManifest({ tables }: BackupManifest): { tables: number; rows: number } {
  const all = Object.values(tables)
  return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) }
}

export type OpenBackup = { heading: BackupHeading; files: AsyncGenerator<TarFile> }

export async function openBackup(file: string): Promise<OpenBackup> {
  if (!fs.existsSync(file)) throw new Error(`There is no file ${file}.`)
  const files = readTar(decompress(file))
  const first = await files.next()
  if (first.done || first.value.name !== HEADING_FILE) throw new Error(`${file} is not a Guildhall backup.`)
  const heading = readBackupJson<BackupHeading>(first.value)
  if (heading.format !== BACKUP_FORMAT)
    throw new Error(
      `${file} is a backup of format ${heading.format}, and this Guildhall reads format ${BACKUP_FORMAT}: restore it with Guildhall ${heading.guildhall}.`,
    )
  return { heading, files }
}

export function readBackupJson<T>({ name, bytes }: TarFile): T {
  try {
    // Its digest is checked before the restore commits.
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as T
  } catch (cause) {
    throw new Error(`${name} in the backup is damaged.`, { cause })
  }
}

async function* decompress(file: string): AsyncGenerator<Uint8Array> {
  const source = fs.createReadStream(file)
  const gunzip = createGunzip()
  source.once('error', (error) => gunzip.destroy(error))
  try {
    yield* source.pipe(gunzip)
  } catch (thrown) {
    throw new Error(readErrorText(thrown as NodeJS.ErrnoException), { cause: thrown })
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

function readErrorText({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'Z_BUF_ERROR') return 'The file is incomplete.'
  if (code === 'Z_DATA_ERROR' && message.includes('header')) return 'This is not a Guildhall backup.'
  if (code?.startsWith('Z_')) return 'The file is damaged: it was changed since it was written.'
  return `The file cannot be read: ${message}`
}
