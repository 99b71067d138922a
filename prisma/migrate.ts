/**
 * Records migrations in `_prisma_migrations` exactly like `prisma migrate deploy`, so both can be used. Safe
 * under concurrent starts.
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'

const FOLDER = path.join(import.meta.dirname, 'migrations')
/** Prisma's own advisory lock. */
const PRISMA_LOCK = 72707369

const MIGRATIONS_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
  migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
  started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`

type AppliedMigration = { name: string; checksum: string; finished_at: Date | null }

export async function applyMigrations(
  url: string,
  log: (message: string) => void = () => {},
): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [PRISMA_LOCK])
    await client.query(MIGRATIONS_TABLE)
    const { rows } = await client.query<AppliedMigration>(
      'select migration_name as name, checksum, finished_at from _prisma_migrations where rolled_back_at is null',
    )
    const failed = rows.find((row) => !row.finished_at)
    if (failed)
      throw new Error(`Migration ${failed.name} failed earlier; fix it, then run "prisma migrate resolve".`)
    const appliedChecksums = new Map(rows.map((row) => [row.name, row.checksum]))
    let applied = 0
    for (const migration of readMigrations()) {
      const checksum = appliedChecksums.get(migration.name)
      if (checksum === undefined) {
        await apply(client, migration)
        log(`applied ${migration.name}`)
        applied++
      } else if (checksum !== migration.checksum) {
        log(`warning: ${migration.name} was edited after it was applied`)
      }
    }
    return applied
  } finally {
    // Ends the session, which releases the lock.
    await client.end()
  }
}

/**
 * Applies pending migrations within the open transaction of `client`, in their order. `isIncluded` gets the name and
 * the SHA-256 of each; others stay pending.
 */
export async function applyInTransaction(
  client: pg.ClientBase,
  isIncluded: (name: string, checksum: string) => boolean = () => true,
): Promise<void> {
  await client.query(MIGRATIONS_TABLE)
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations',
  )
  const applied = new Set(rows.map(({ name }) => name))
  for (const { name, sql, checksum } of readMigrations()) {
    if (applied.has(name) || !isIncluded(name, checksum)) continue
    await client.query(sql)
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    )
  }
}

type Migration = { name: string; sql: string; checksum: string }

function readMigrations(): Migration[] {
  return fs
    .readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = fs.readFileSync(path.join(FOLDER, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID()
  await client.query('insert into _prisma_migrations (id, checksum, migration_name) values ($1, $2, $3)', [
    id,
    checksum,
    name,
  ])
  try {
    // A multi-statement query is one transaction.
    await client.query(sql)
  } catch (error) {
    const { message } = error as Error
    await client.query('update _prisma_migrations set logs = $2 where id = $1', [id, message])
    throw new Error(`Migration ${name}: ${message}`, { cause: error })
  }
  await client.query(
    'update _prisma_migrations set finished_at = now(), applied_steps_count = 1 where id = $1',
    [id],
  )
}
