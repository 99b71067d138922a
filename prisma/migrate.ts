/**
 * Records migrations in `_prisma_migrations` exactly like `prisma migrate deploy`, so both can be used. Safe
 * under concurrent starts.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { BASELINE, EARLY_VERSION_COMMIT, findFormerMigrations } from './former-migrations.ts'
import { type Migration, readMigrations } from './read-migrations.ts'

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
    await adoptFormerMigrations(client)
    const rows = await listApplied(client)
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
  await adoptFormerMigrations(client)
  const applied = new Set((await listApplied(client)).map(({ name }) => name))
  for (const migration of readMigrations()) {
    const { name, sql, checksum } = migration
    if (applied.has(name) || !isIncluded(name, checksum)) continue
    await client.query(sql)
    await recordApplied(client, migration, 1)
  }
}

/**
 * Records the baseline as applied if the database has the migrations that it replaces, as `prisma migrate resolve
 * --applied` does. Their rows stay, so that a site of the former version can still start beside this one. Throws if the
 * database has only some of them.
 */
async function adoptFormerMigrations(client: pg.ClientBase): Promise<void> {
  const finished = (await listApplied(client)).filter((row) => row.finished_at).map(({ name }) => name)
  if (finished.includes(BASELINE)) return
  const found = findFormerMigrations(finished)
  if (found === 'none') return
  if (found === 'some')
    throw new Error(
      "The database has only some of the migrations of Guildhall's early versions. Start the last of these versions once " +
        `("git checkout ${EARLY_VERSION_COMMIT}", then "npm install" and "npm start"), then this version again.`,
    )
  const baseline = readMigrations().find(({ name }) => name === BASELINE)
  if (baseline) await recordApplied(client, baseline, 0)
}

async function listApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select migration_name as name, checksum, finished_at from _prisma_migrations where rolled_back_at is null',
  )
  return rows
}

async function recordApplied(
  client: pg.ClientBase,
  { name, checksum }: Migration,
  steps: number,
): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), $4)`,
    [randomUUID(), checksum, name, steps],
  )
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
