/**
 * One transaction restores all or nothing, in foreign key order, which the tables' owner may do. Triggers are disabled,
 * because rows contain their effects; what they enforce is checked before the commit.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { applyInTransaction } from '#prisma/migrate.ts'
import { withClient } from '../server/postgres/databases.ts'
import {
  type BackupManifest,
  MANIFEST_FILE,
  MASTER_KEYS_FILE,
  type OpenBackup,
  parseTableName,
  readBackupJson,
  type TableDigest,
} from './backup-format.ts'
import {
  type DatabaseShape,
  quoteIdentifier,
  quoteTable,
  readDatabaseShape,
  replaceFormerMigrations,
  type TableName,
  type TableShape,
} from './database-shape.ts'
import { checkRestoredLedger, createOlderSchema } from './older-schema.ts'

/** A closed connection stays in pg_stat_activity for a moment. */
const DISCONNECT_WITHIN_MS = 1_500

export type RestoredBackup = { manifest: BackupManifest; masterKeys: string | null }

type RestoreOptions = {
  databaseUrl: string
  backup: OpenBackup
  isReplacing: boolean
}

/**
 * Restores a backup, and migrates tables of an earlier version. Throws, and leaves the database unchanged, if it is not
 * empty or in use, or the backup is incomplete or of a newer version.
 */
export function restoreBackup({ databaseUrl, backup, isReplacing }: RestoreOptions): Promise<RestoredBackup> {
  return withClient(databaseUrl, async (client) => {
    // The backup used the same time zone.
    await client.query(`set timezone = 'UTC'`)
    await client.query('begin')
    const migrations = replaceFormerMigrations(backup.heading.migrations)
    const isOlder = isOlderVersion(await readDatabaseShape(client), { ...backup.heading, migrations })
    await requireNoConnections(client)
    if (!isReplacing) await requireEmpty(client)
    if (isOlder) await createOlderSchema(client, migrations)
    const shape = await readDatabaseShape(client)
    requireSameTables(shape, backup.heading)
    const all = shape.tables.map(({ name }) => quoteTable(name))
    const guarded = await listTablesWithTriggers(client)
    const setTriggers = (how: 'disable' | 'enable') =>
      client.query(guarded.map((name) => `alter table ${name} ${how} trigger user`).join('; '))
    await setTriggers('disable')
    await client.query(`truncate ${all.join(', ')}`)
    const restored = await restoreRows(client, backup)
    await setSequences(client, restored.manifest)
    await setTriggers('enable')
    await applyInTransaction(client)
    await checkRestoredLedger(client)
    await client.query('commit')
    await client.query('analyze')
    return restored
  })
}

async function listTablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal',
  )
  return rows.map(({ name }) => name)
}

function isOlderVersion(here: DatabaseShape, there: OpenBackup['heading']): boolean {
  const missing = there.migrations.filter((each) => !here.migrations.includes(each))
  if (missing.length > 0)
    throw new Error(
      `The backup was made by another version of Guildhall, ${there.guildhall}: this one lacks ${missing[0]}. Restore it with the version that made it; when a newer one starts, it brings the database up to date.`,
    )
  return here.migrations.length > there.migrations.length
}

function requireSameTables(here: DatabaseShape, there: OpenBackup['heading']): void {
  const names = (tables: readonly TableShape[]) =>
    tables
      .map(({ name, columns }) => `${name}(${columns})`)
      .sort()
      .join(' ')
  if (names(here.tables) !== names(there.tables))
    throw new Error(
      'The tables of this database differ from those of the backup, although it has the same migrations.',
    )
}

async function requireNoConnections(client: pg.Client): Promise<void> {
  const since = Date.now()
  let others = await countOtherConnections(client)
  while (others > 0 && Date.now() - since < DISCONNECT_WITHIN_MS) {
    await sleep(100)
    others = await countOtherConnections(client)
  }
  if (others === 0) return
  const who = others === 1 ? 'One other program is' : `${others} other connections are`
  throw new Error(`${who} using this database. Stop the site and its workers, then restore.`)
}

async function countOtherConnections(client: pg.Client): Promise<number> {
  // The view is cached in a transaction.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rows[0]!.n
}

/** A database with data has a user or a run. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ people: number; runs: number }>(
    `select (select count(*)::int from "User") as people, (select count(*)::int from "Run") as runs`,
  )
  const { people, runs } = rows[0]!
  if (people + runs === 0) return
  throw new Error(
    `The database is not empty: it has ${people} people and ${runs} runs. With --replace they go, for good.`,
  )
}

async function restoreRows(client: pg.Client, { heading, files }: OpenBackup): Promise<RestoredBackup> {
  const tallies = new Map<TableName, TableDigest>()
  let masterKeys: string | null = null
  let open: TableWriter | undefined
  const close = async () => {
    if (open) tallies.set(open.table.name, await open.end())
    open = undefined
  }
  for await (const file of files) {
    const name = parseTableName(file.name)
    if (name && name !== open?.table.name) {
      await close()
      const table = heading.tables.find((each) => each.name === name)
      if (!table) throw new Error(`The backup contains rows of ${name}, which its header does not list.`)
      open = beginTable(client, table)
    }
    if (name) await open!.write(file.bytes)
    if (file.name === MASTER_KEYS_FILE) masterKeys = Buffer.from(file.bytes).toString('utf8')
    if (file.name !== MANIFEST_FILE) continue
    await close()
    const manifest = readBackupJson<BackupManifest>(file)
    requireComplete(heading.tables, tallies, manifest)
    return { manifest, masterKeys }
  }
  throw new Error('The file is incomplete.')
}

type TableWriter = {
  table: TableShape
  write: (bytes: Uint8Array) => Promise<void>
  end: () => Promise<TableDigest>
}

function beginTable(client: pg.Client, table: TableShape): TableWriter {
  const { name, columns } = table
  const list = columns.map(quoteIdentifier).join(', ')
  const stream = client.query(copyFrom(`copy ${quoteTable(name)} (${list}) from stdin`))
  const failed = once(stream, 'error').then(([error]) => {
    throw new Error(`The rows of ${name} were rejected: ${(error as Error).message}`, { cause: error })
  })
  // The error is handled where the next piece is awaited.
  failed.catch(() => {})
  // `once` rejects slightly earlier, with the driver's message.
  const until = (event: string) => Promise.race([once(stream, event).catch(() => failed), failed])
  const hash = createHash('sha256')
  let bytes = 0
  return {
    table,
    async write(piece) {
      hash.update(piece)
      bytes += piece.length
      if (!stream.write(piece)) await until('drain')
    },
    async end() {
      const finished = until('finish')
      stream.end()
      await finished
      return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') }
    },
  }
}

const NO_ROWS: TableDigest = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }

function requireComplete(
  tables: readonly TableShape[],
  restored: ReadonlyMap<TableName, TableDigest>,
  { tables: expected }: BackupManifest,
) {
  for (const { name } of tables) {
    const [is, should] = [restored.get(name) ?? NO_ROWS, expected[name]]
    if (is.sha256 === should?.sha256 && is.rows === should.rows) continue
    throw new Error(`The checksum of ${name} does not match: the file is damaged.`)
  }
}

async function setSequences(client: pg.Client, { sequences }: BackupManifest): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint, true)', [quoteTable(name as TableName), last])
}
