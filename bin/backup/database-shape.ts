/**
 * What there is to save in a database, as its catalogue says it: a table that was made yesterday is in the next backup.
 *
 * Ours and the durable engine's: with its tables, work that was put off goes on after a restore. Which migrations were
 * applied is not data, it is what both sides have to agree on.
 */
import type pg from 'pg'

export type TableName = `${string}.${string}`
export type Table = { name: TableName; columns: string[] }

export type Shape = {
  /** Each after those that its rows point at. */
  tables: Table[]
  /** Of ours and of the engine's, in order. */
  migrations: string[]
}

const SCHEMAS = ['public', 'dbos']
const BOOKS = ['public._prisma_migrations', 'dbos.dbos_migrations']

export async function readShape(client: pg.ClientBase): Promise<Shape> {
  const tables = await readTables(client)
  return { tables: inOrder(tables, await readPointers(client)), migrations: await readMigrations(client) }
}

async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
     group by 1 order by 1`,
    [SCHEMAS, BOOKS],
  )
  return rows
}

type Pointer = { from: TableName; to: TableName }

async function readPointers(client: pg.ClientBase): Promise<Pointer[]> {
  const { rows } = await client.query<Pointer>(
    `select f.nspname || '.' || c.relname as "from", t.nspname || '.' || r.relname as "to"
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace f on f.oid = c.relnamespace
     join pg_class r on r.oid = k.confrelid join pg_namespace t on t.oid = r.relnamespace
     where k.contype = 'f' and f.nspname = any($1) and k.conrelid <> k.confrelid`,
    [SCHEMAS],
  )
  return rows
}

/** Throws when tables point at each other in a circle: then no order would do. */
export function inOrder(tables: readonly Table[], pointers: readonly Pointer[]): Table[] {
  const ordered: Table[] = []
  const placed = new Set<TableName>()
  let left = [...tables]
  while (left.length > 0) {
    const ready = left.filter(({ name }) =>
      pointers.every(
        ({ from, to }) => from !== name || placed.has(to) || !left.some((each) => each.name === to),
      ),
    )
    if (ready.length === 0)
      throw new Error(
        `These tables point at each other in a circle: ${left.map(({ name }) => name).join(', ')}.`,
      )
    ordered.push(...ready)
    for (const { name } of ready) placed.add(name)
    left = left.filter(({ name }) => !placed.has(name))
  }
  return ordered
}

async function readMigrations(client: pg.ClientBase): Promise<string[]> {
  const ours = await client.query<{ name: string }>(
    `select migration_name || ' ' || left(checksum, 12) as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  )
  const engine = await client.query<{ name: string }>(
    `select 'dbos ' || max(version) as name from dbos.dbos_migrations`,
  )
  return [...ours.rows, ...engine.rows].map(({ name }) => name)
}

/** "public.User" → `"public"."User"` */
export function quoted(name: TableName): string {
  return name.split('.').map(identifier).join('.')
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The last number each sequence gave; those that gave none are left out. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select schemaname || '.' || sequencename as name, last_value::text as last
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [SCHEMAS],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
