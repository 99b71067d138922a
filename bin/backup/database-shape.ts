/**
 * Reads tables from the database's catalogue, so new ones are included, with the durable engine's, so that queued work
 * survives. Applied migrations are not data.
 */
import type pg from 'pg'
import {
  BASELINE,
  EARLY_VERSION_COMMIT,
  FORMER_MIGRATIONS,
  findFormerMigrations,
} from '#prisma/former-migrations.ts'
import { readMigrations } from '#prisma/read-migrations.ts'

export type TableName = `${string}.${string}`
export type TableShape = { name: TableName; columns: string[] }

export type DatabaseShape = {
  /** Returns the tables in the order in which they are restored: each follows those that it references. */
  tables: TableShape[]
  migrations: string[]
}

const SCHEMAS = ['public', 'dbos']
const MIGRATION_TABLES = ['public._prisma_migrations', 'dbos.dbos_migrations']

export async function readDatabaseShape(client: pg.ClientBase): Promise<DatabaseShape> {
  const tables = await readTables(client)
  return {
    tables: orderTables(tables, await readForeignKeys(client)),
    migrations: await listMigrations(client),
  }
}

async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select n.nspname || '.' || c.relname as name,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
     group by 1 order by 1`,
    [SCHEMAS, MIGRATION_TABLES],
  )
  return rows
}

type ForeignKey = { from: TableName; to: TableName }

async function readForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select f.nspname || '.' || c.relname as "from", t.nspname || '.' || r.relname as "to"
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace f on f.oid = c.relnamespace
     join pg_class r on r.oid = k.confrelid join pg_namespace t on t.oid = r.relnamespace
     where k.contype = 'f' and f.nspname = any($1) and k.conrelid <> k.confrelid`,
    [SCHEMAS],
  )
  return rows
}

/** Sorts tables by their foreign keys. Throws if these form a cycle. */
export function orderTables(tables: readonly TableShape[], foreignKeys: readonly ForeignKey[]): TableShape[] {
  const ordered: TableShape[] = []
  const orderedNames = new Set<TableName>()
  let left = [...tables]
  while (left.length > 0) {
    const ready = left.filter(({ name }) =>
      foreignKeys.every(
        ({ from, to }) => from !== name || orderedNames.has(to) || !left.some((each) => each.name === to),
      ),
    )
    if (ready.length === 0)
      throw new Error(
        `These tables reference each other in a cycle: ${left.map(({ name }) => name).join(', ')}.`,
      )
    ordered.push(...ready)
    for (const { name } of ready) orderedNames.add(name)
    left = left.filter(({ name }) => !orderedNames.has(name))
  }
  return ordered
}

async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const ours = await client.query<{ name: string; checksum: string }>(
    `select migration_name as name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  )
  const engine = await client.query<{ name: string }>(
    `select 'dbos ' || max(version) as name from dbos.dbos_migrations`,
  )
  return replaceFormerMigrations([
    ...ours.rows.map(({ name, checksum }) => migrationId(name, checksum)),
    engine.rows[0]!.name,
  ])
}

/**
 * Puts the baseline in the place of the migrations that it replaces. Throws if only some of them are there, as in a backup
 * from before the last of the early versions.
 */
export function replaceFormerMigrations(ids: readonly string[]): string[] {
  const nameOf = (id: string) => id.split(' ', 1)[0] ?? ''
  const names = ids.map(nameOf)
  const isBaselined = names.includes(BASELINE)
  const found = findFormerMigrations(names)
  if (found === 'some' && !isBaselined)
    throw new Error(
      "The backup or database has only some of the migrations of Guildhall's early versions. Restore the backup with the " +
        `last of these versions ("git checkout ${EARLY_VERSION_COMMIT}", then "npm install"); when this version starts, it brings the database ` +
        'up to date.',
    )
  const others = ids.filter((id) => !FORMER_MIGRATIONS.includes(nameOf(id)))
  if (found !== 'all' || isBaselined) return others
  const baseline = readMigrations().filter(({ name }) => name === BASELINE)
  return [...baseline.map(({ name, checksum }) => migrationId(name, checksum)), ...others]
}

export function migrationId(name: string, checksum: string): string {
  return `${name} ${checksum.slice(0, 12)}`
}

export function quoteTable(name: TableName): string {
  return name.split('.').map(quoteIdentifier).join('.')
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select schemaname || '.' || sequencename as name, last_value::text as last
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [SCHEMAS],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
