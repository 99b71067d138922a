/**
 * Directly on pg, because Prisma's overhead exceeds the query's cost. Rows look as from Prisma; a test compares both.
 */
import pg from 'pg'
import { openPool } from './open-pool.ts'
import { type Database, directAccessOf, type Tx } from './prisma-client.ts'

/** Values are text, or types that pg converts. */
export type SqlStatement = { text: string; values: unknown[] }

/**
 * Selected by a statement whose commit need not wait for the disk: it can be lost if Postgres stops in the milliseconds
 * after it. A foreign key writes to the log also for an unlogged table, because it locks the row that it refers to.
 */
export const UNFLUSHED = `set_config('synchronous_commit', 'off', true)`

export async function runStatement<Row>(db: Database | Tx, { text, values }: SqlStatement): Promise<Row[]> {
  const direct = directAccessOf(db)
  if (!direct) return db.$queryRawUnsafe<Row[]>(text, ...values)
  const name = direct.nameOf({ sql: text })
  const { rows } = await direct.pool.query({ name, text, values, types: { getTypeParser } })
  return rows
}

const { INT8, TIMESTAMP } = pg.types.builtins

const OWN_PARSERS: Record<number, (text: string) => unknown> = {
  [INT8]: BigInt,
  // UTC without an offset; pg would read local time.
  [TIMESTAMP]: (text) => new Date(`${text.replace(' ', 'T')}Z`),
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return OWN_PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text')
}

const POOL = { max: 3, idleTimeoutMillis: 2_000, allowExitOnIdle: true }

// `next dev` evaluates modules again on every change.
const globals = globalThis as { guildhallBytes?: pg.Pool }
/** Prisma encodes bytes as base64 and caches arguments, half a gigabyte of chunks. */
export function bytesPool(): pg.Pool {
  globals.guildhallBytes ??= openPool({ connectionString: process.env.DATABASE_URL, ...POOL })
  return globals.guildhallBytes
}
