/**
 * Restoring a backup: all of it or nothing, in one transaction.
 *
 * Only the owner of the tables is needed, no superuser: rows come in the order in which they point at each other, so
 * every foreign key holds all along. Triggers stay out, because they would do again what the rows already say (a line
 * of the ledger moves its account); what they watch over is checked at the end, before anything is kept.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withClient } from '../postgres/databases.ts'
import { MANIFEST, MASTER_KEYS, type Manifest, type Tally, tableOf } from './backup-format.ts'
import { checkRestored } from './check-restored.ts'
import { identifier, quoted, readShape, type Shape, type Table, type TableName } from './database-shape.ts'
import { type OpenBackup, readJson } from './read-backup.ts'

/** Whoever has said goodbye to a busy server is there for a moment. */
const LEAVING_MS = 1_500

export type Restored = { manifest: Manifest; masterKeys: string | null }

type Wanted = {
  databaseUrl: string
  backup: OpenBackup
  /** Whether what is in the database goes. */
  isReplacing: boolean
}

/**
 * Throws a sentence for people, and leaves the database as it was: when it is not empty, when somebody works on it,
 * when it has other migrations, and when the backup is not whole.
 */
export function restoreBackup({ databaseUrl, backup, isReplacing }: Wanted): Promise<Restored> {
  return withClient(databaseUrl, async (client) => {
    // How dates were written, and how they are read.
    await client.query(`set timezone = 'UTC'`)
    await client.query('begin')
    const shape = await readShape(client)
    requireSameShape(shape, backup.heading)
    await requireNobody(client)
    if (!isReplacing) await requireEmpty(client)
    const all = shape.tables.map(({ name }) => quoted(name))
    const guarded = await listGuarded(client)
    const guards = (how: 'disable' | 'enable') =>
      client.query(guarded.map((name) => `alter table ${name} ${how} trigger user`).join('; '))
    await guards('disable')
    await client.query(`truncate ${all.join(', ')}`)
    const restored = await fill(client, backup)
    await setSequences(client, restored.manifest)
    await checkRestored(client)
    await guards('enable')
    await client.query('commit')
    // The planner knows nothing of what has just come.
    await client.query('analyze')
    return restored
  })
}

/** Tables with triggers of ours. */
async function listGuarded(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal',
  )
  return rows.map(({ name }) => name)
}

function requireSameShape(here: Shape, there: OpenBackup['heading']): void {
  const missing = there.migrations.filter((each) => !here.migrations.includes(each))
  const newer = here.migrations.filter((each) => !there.migrations.includes(each))
  if (missing.length > 0)
    throw new Error(
      `The backup was made by a newer Guildhall: this one lacks ${missing[0]}. Restore it with the version that made it, ${there.guildhall}.`,
    )
  if (newer.length > 0)
    throw new Error(
      `The backup was made by an older Guildhall (${there.guildhall}), before ${newer[0]}. Restore it with that version; when the newer one starts, it brings the database up to date.`,
    )
  const names = (tables: readonly Table[]) =>
    tables
      .map(({ name, columns }) => `${name}(${columns})`)
      .sort()
      .join(' ')
  if (names(here.tables) !== names(there.tables))
    throw new Error('The tables of this database are not those of the backup, though its migrations are.')
}

async function requireNobody(client: pg.Client): Promise<void> {
  const since = Date.now()
  let others = await countOthers(client)
  while (others > 0 && Date.now() - since < LEAVING_MS) {
    await sleep(100)
    others = await countOthers(client)
  }
  if (others === 0) return
  const who = others === 1 ? 'One other program is' : `${others} other connections are`
  throw new Error(`${who} at work on this database. Stop the site and its workers, then restore.`)
}

async function countOthers(client: pg.Client): Promise<number> {
  // In a transaction it would be told the same each time.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rows[0]!.n
}

/** Nothing in a Guildhall exists without a person. */
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

async function fill(client: pg.Client, { heading, files }: OpenBackup): Promise<Restored> {
  const tallies = new Map<TableName, Tally>()
  let masterKeys: string | null = null
  let open: Filling | undefined
  const close = async () => {
    if (open) tallies.set(open.table.name, await open.end())
    open = undefined
  }
  for await (const file of files) {
    const name = tableOf(file.name)
    if (name && name !== open?.table.name) {
      await close()
      const table = heading.tables.find((each) => each.name === name)
      if (!table) throw new Error(`The backup has rows of ${name}, of which its heading says nothing.`)
      open = beginTable(client, table)
    }
    if (name) await open!.write(file.bytes)
    if (file.name === MASTER_KEYS) masterKeys = Buffer.from(file.bytes).toString('utf8')
    if (file.name !== MANIFEST) continue
    await close()
    const manifest = readJson<Manifest>(file)
    requireWhole(heading.tables, tallies, manifest)
    return { manifest, masterKeys }
  }
  throw new Error('The file ends too early: it was cut off.')
}

type Filling = { table: Table; write: (bytes: Uint8Array) => Promise<void>; end: () => Promise<Tally> }

function beginTable(client: pg.Client, table: Table): Filling {
  const { name, columns } = table
  const list = columns.map(identifier).join(', ')
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`))
  const failed = once(stream, 'error').then(([error]) => {
    throw new Error(`The rows of ${name} were not taken: ${(error as Error).message}`, { cause: error })
  })
  // Heard of by whoever waits for the next piece, or for the end.
  failed.catch(() => {})
  // `once` fails with the driver's own words, and a moment earlier.
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

const NO_ROWS: Tally = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }

function requireWhole(
  tables: readonly Table[],
  came: ReadonlyMap<TableName, Tally>,
  { tables: said }: Manifest,
) {
  for (const { name } of tables) {
    const [is, should] = [came.get(name) ?? NO_ROWS, said[name]]
    if (is.sha256 === should?.sha256 && is.rows === should.rows) continue
    throw new Error(`The rows of ${name} are not those that were saved: the file is damaged.`)
  }
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint, true)', [quoted(name as TableName), last])
}
