/**
 * Writing a backup: everything as it was at one moment, while the site goes on.
 *
 * One transaction sees one moment, however long it takes, and stops nobody from writing. Rows pass through in bounded
 * pieces: a database of any size takes the same memory.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { GUILDHALL_VERSION } from '#lib/contract/version/runtime-version.ts'
import { inPieces } from '#lib/files/in-pieces.ts'
import { withClient } from '../postgres/databases.ts'
import {
  FORMAT,
  HEADING,
  type Heading,
  MANIFEST,
  MASTER_KEYS,
  type Manifest,
  PIECE_BYTES,
  pieceName,
  type Tally,
} from './backup-format.ts'
import { identifier, quoted, readSequences, readShape, type Table } from './database-shape.ts'
import { type TarFile, writeTar } from './tar.ts'

export type Written = { heading: Heading; manifest: Manifest; fileBytes: number }

type Wanted = {
  databaseUrl: string
  file: string
  /** The text of the master key file, to be kept with it. */
  masterKeys?: string
}

/** Hex of bytes is half air; more effort than the least saves little of it. */
const EFFORT = 1

/** Writes `file`, which appears when it is whole. Throws when there is one already. */
export async function writeBackup({ databaseUrl, file, masterKeys }: Wanted): Promise<Written> {
  if (fs.existsSync(file)) throw new Error(`${file} is there already; backups are not written over.`)
  const draft = `${file}.part`
  try {
    const written = await withClient(databaseUrl, async (client) => {
      await client.query('begin transaction isolation level repeatable read read only')
      // A table that is read again begins where it begins, so that its digest can be compared.
      await client.query(`set local synchronize_seqscans = off; set local timezone = 'UTC'`)
      const told: Partial<Written> = {}
      const target = fs.createWriteStream(draft, { mode: 0o600, flags: 'w' })
      const files = filesOf(client, masterKeys, told)
      await pipeline(Readable.from(writeTar(files)), createGzip({ level: EFFORT }), target)
      return told as Omit<Written, 'fileBytes'>
    })
    fs.renameSync(draft, file)
    return { ...written, fileBytes: fs.statSync(file).size }
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

async function* filesOf(
  client: pg.Client,
  masterKeys: string | undefined,
  told: Partial<Written>,
): AsyncGenerator<TarFile> {
  const { tables, migrations } = await readShape(client)
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const heading: Heading = {
    format: FORMAT,
    guildhall: GUILDHALL_VERSION,
    createdAt: new Date().toISOString(),
    postgres: rows[0]!.server_version,
    migrations,
    tables,
  }
  told.heading = heading
  yield { name: HEADING, bytes: asJson(heading) }
  if (masterKeys !== undefined) yield { name: MASTER_KEYS, bytes: Buffer.from(masterKeys) }

  const tallies: Manifest['tables'] = {}
  for (const table of tables) tallies[table.name] = yield* piecesOf(client, table)
  const manifest: Manifest = {
    tables: tallies,
    // Sequences are outside of transactions: read last, they are never behind the rows.
    sequences: await readSequences(client),
    sealedUnder: await countSealed(client, tables),
    inBucket: await countInBucket(client),
  }
  told.manifest = manifest
  yield { name: MANIFEST, bytes: asJson(manifest) }
}

async function* piecesOf(client: pg.Client, { name, columns }: Table): AsyncGenerator<TarFile, Tally> {
  const list = columns.map(identifier).join(', ')
  const stream = client.query(copyTo(`copy ${quoted(name)} (${list}) to stdout`))
  const hash = createHash('sha256')
  let bytes = 0
  let number = 0
  for await (const piece of inPieces(stream, PIECE_BYTES)) {
    hash.update(piece)
    bytes += piece.length
    number += 1
    yield { name: pieceName(name, number), bytes: piece }
  }
  return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
}

/** Whatever rests sealed says beside it under which key, whichever table it is in. */
async function countSealed(client: pg.Client, tables: readonly Table[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, columns } of tables) {
    if (!columns.includes('sealed') || !columns.includes('keyId')) continue
    const { rows } = await client.query<{ id: string; n: number }>(
      `select "keyId" as id, count(*)::int as n from ${quoted(name)} group by 1`,
    )
    for (const { id, n } of rows) counts[id] = (counts[id] ?? 0) + n
  }
  return counts
}

async function countInBucket(client: pg.Client): Promise<Manifest['inBucket']> {
  const { rows } = await client.query<{ contents: number; bytes: string }>(
    `select count(*)::int as contents, coalesce(sum("sizeBytes"), 0)::text as bytes
     from "BlobContent" where "store" <> 'postgres'`,
  )
  return { contents: rows[0]!.contents, bytes: Number(rows[0]!.bytes) }
}

function asJson(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
