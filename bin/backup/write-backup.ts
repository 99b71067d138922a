/** One transaction: a snapshot that blocks no writers. Rows are streamed. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { splitIntoChunks } from '#lib/blobs/storage/split-into-chunks.ts'
import { GUILDHALL_VERSION } from '#lib/contracts/versions/runtime-version.ts'
import { withClient } from '../server/postgres/databases.ts'
import {
  BACKUP_FORMAT,
  type BackupHeading,
  type BackupManifest,
  HEADING_FILE,
  MANIFEST_FILE,
  MASTER_KEYS_FILE,
  MAX_PIECE_BYTES,
  pieceName,
  type TableDigest,
} from './backup-format.ts'
import {
  quoteIdentifier,
  quoteTable,
  readDatabaseShape,
  readSequences,
  type TableShape,
} from './database-shape.ts'
import { type TarFile, writeTar } from './tar.ts'

export type WrittenBackup = { heading: BackupHeading; manifest: BackupManifest; fileBytes: number }

type BackupOptions = {
  databaseUrl: string
  file: string
  masterKeys?: string
}

/** The level of compression. Most of a backup is hex, which gains little from a higher one. */
const GZIP_LEVEL = 1

/** Writes a backup. `file` appears once it is complete. Throws if it exists. */
export async function writeBackup({ databaseUrl, file, masterKeys }: BackupOptions): Promise<WrittenBackup> {
  if (fs.existsSync(file)) throw new Error(`${file} already exists. Backups are not overwritten.`)
  const draft = `${file}.part`
  try {
    const written = await withClient(databaseUrl, async (client) => {
      await client.query('begin transaction isolation level repeatable read read only')
      // Digests need a stable order.
      await client.query(`set local synchronize_seqscans = off; set local timezone = 'UTC'`)
      const result: Partial<WrittenBackup> = {}
      const target = fs.createWriteStream(draft, { mode: 0o600, flags: 'w' })
      const files = readBackupFiles(client, masterKeys, result)
      await pipeline(Readable.from(writeTar(files)), createGzip({ level: GZIP_LEVEL }), target)
      return result as Omit<WrittenBackup, 'fileBytes'>
    })
    fs.renameSync(draft, file)
    return { ...written, fileBytes: fs.statSync(file).size }
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

async function* readBackupFiles(
  client: pg.Client,
  masterKeys: string | undefined,
  result: Partial<WrittenBackup>,
): AsyncGenerator<TarFile> {
  const { tables, migrations } = await readDatabaseShape(client)
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const heading: BackupHeading = {
    format: BACKUP_FORMAT,
    guildhall: GUILDHALL_VERSION,
    createdAt: new Date().toISOString(),
    postgres: rows[0]!.server_version,
    migrations,
    tables,
  }
  result.heading = heading
  yield { name: HEADING_FILE, bytes: asJson(heading) }
  if (masterKeys !== undefined) yield { name: MASTER_KEYS_FILE, bytes: Buffer.from(masterKeys) }

  const tallies: BackupManifest['tables'] = {}
  for (const table of tables) tallies[table.name] = yield* readTablePieces(client, table)
  const manifest: BackupManifest = {
    tables: tallies,
    // Sequences are not transactional: read last, they are never behind the rows.
    sequences: await readSequences(client),
    sealedUnder: await countSealed(client, tables),
    inBucket: await countInBucket(client),
  }
  result.manifest = manifest
  yield { name: MANIFEST_FILE, bytes: asJson(manifest) }
}

async function* readTablePieces(
  client: pg.Client,
  { name, columns }: TableShape,
): AsyncGenerator<TarFile, TableDigest> {
  const list = columns.map(quoteIdentifier).join(', ')
  const stream = client.query(copyTo(`copy ${quoteTable(name)} (${list}) to stdout`))
  const hash = createHash('sha256')
  let bytes = 0
  let number = 0
  for await (const piece of splitIntoChunks(stream, MAX_PIECE_BYTES)) {
    hash.update(piece)
    bytes += piece.length
    number += 1
    yield { name: pieceName(name, number), bytes: piece }
  }
  return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
}

/** Each sealed value has its key id in the same row. */
async function countSealed(
  client: pg.Client,
  tables: readonly TableShape[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, columns } of tables) {
    if (!columns.includes('sealed') || !columns.includes('keyId')) continue
    const { rows } = await client.query<{ id: string; n: number }>(
      `select "keyId" as id, count(*)::int as n from ${quoteTable(name)} group by 1`,
    )
    for (const { id, n } of rows) counts[id] = (counts[id] ?? 0) + n
  }
  return counts
}

async function countInBucket(client: pg.Client): Promise<BackupManifest['inBucket']> {
  const { rows } = await client.query<{ contents: number; bytes: string }>(
    `select count(*)::int as contents, coalesce(sum("sizeBytes"), 0)::text as bytes
     from "BlobContent" where "store" <> 'postgres'`,
  )
  return { contents: rows[0]!.contents, bytes: Number(rows[0]!.bytes) }
}

function asJson(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
