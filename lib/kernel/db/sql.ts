/**
 * Runs SQL that Prisma's own methods cannot express. Outside transactions it runs directly on pg, because Prisma's
 * overhead exceeds the query's cost; a test checks that both return the same rows.
 */
import pg from 'pg'
import { Connection } from './connection.ts'
import { Prisma } from './generated/client.ts'
import { openPool } from './open-pool.ts'
import { type Database, directAccessOf, type Tx } from './prisma-client.ts'

const tag = (strings: TemplateStringsArray, ...values: unknown[]) => Prisma.sql(strings, ...values)

/** Inserts other `sql`; all other values become parameters. `raw` is not for input. */
export const sql = Object.assign(tag, { join: Prisma.join, raw: Prisma.raw, empty: Prisma.empty })

export type Sql = Prisma.Sql

type Connected = Database | Tx | pg.Pool
type SqlStatement = { text: string; values: unknown[] }

/**
 * A statement that selects this does not wait for the disk when it commits: it can be lost if Postgres stops in the
 * milliseconds after it. A foreign key writes to the log also for an unlogged table, because it locks the row that it
 * refers to.
 */
export const UNFLUSHED = sql.raw(`set_config('synchronous_commit', 'off', true)`)

type Tag<Result> = (strings: TemplateStringsArray, ...values: unknown[]) => Promise<Result>

/** Returns int8 as bigint, dates and times as `Date`, and parsed JSON. Cast other types, and arrays of these. */
export function queryRows<Row>(db: Connected): Tag<Row[]> {
  return async (strings, ...given) => {
    const { text, values } = sql(strings, ...given)
    const result = await queryDirectly(db, { text, values })
    return result ? result.rows : (db as Tx).$queryRawUnsafe(text, ...values)
  }
}

/** Returns how many rows it wrote. */
export function executeSql(db: Connected): Tag<number> {
  return async (strings, ...given) => {
    const { text, values } = sql(strings, ...given)
    const result = await queryDirectly(db, { text, values })
    return result ? (result.rowCount ?? 0) : (db as Tx).$executeRawUnsafe(text, ...values)
  }
}

/** Returns undefined in a transaction, whose connection only Prisma knows. */
async function queryDirectly(db: Connected, { text, values }: SqlStatement) {
  const direct = db instanceof pg.Pool ? { pool: db, nameOf: undefined } : directAccessOf(db)
  return direct?.pool.query({
    name: direct.nameOf?.({ sql: text }),
    text,
    values: values.map(toParameter),
    types: { getTypeParser },
  })
}

/** pg would write local time, whose offset `timestamp` ignores. */
const toParameter = (value: unknown) =>
  // Postgres accepts the year 10000 only without a sign.
  value instanceof Date ? value.toISOString().replace(/^\+0?/, '') : value

const { DATE, INT8, TIMESTAMP } = pg.types.builtins

const OWN_PARSERS: Record<number, (text: string) => unknown> = {
  [INT8]: BigInt,
  // The text has no offset; pg would read local time.
  [DATE]: (text) => new Date(`${text}T00:00Z`),
  [TIMESTAMP]: (text) => new Date(`${text.replace(' ', 'T')}Z`),
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return OWN_PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text')
}

const POOL = { max: 3, idleTimeoutMillis: 2_000, allowExitOnIdle: true, Client: Connection }

// `next dev` evaluates modules again on every change.
const globals = globalThis as { guildhallBytes?: pg.Pool }
/** A separate pool, so that transfers do not use up the connections of other work. */
export function bytesPool(): pg.Pool {
  globals.guildhallBytes ??= openPool({ connectionString: process.env.DATABASE_URL, ...POOL })
  return globals.guildhallBytes
}
