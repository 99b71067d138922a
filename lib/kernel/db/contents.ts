/** Contents: the bytes of files, in pieces of up to 512 KB. */
import pLimit from 'p-limit'
import type pg from 'pg'
import { oncePerProcess } from '../process/once-per-process.ts'
import { openPool } from './connection.ts'
import { type Database, database } from './prisma-client.ts'

// `next dev` evaluates modules again on every change.
const globals = globalThis as { guildhallBytes?: pg.Pool }

/**
 * Returns the pool for statements that write contents. They bypass Prisma, which keeps the arguments of its last 100
 * statements for its debug log: 100 pieces of a file would stay in memory.
 */
export function bytesPool(): pg.Pool {
  globals.guildhallBytes ??= openPool({
    connectionString: process.env.DATABASE_URL,
    max: 3,
    idleTimeoutMillis: 2_000,
    allowExitOnIdle: true,
  })
  return globals.guildhallBytes
}

const limitReads = oncePerProcess('reads of contents', () => pLimit(3))

/** Runs a query that returns contents. Few run at a time, because each takes one of the pool's connections for long. */
export function readContents<Result>(query: (db: Database) => Promise<Result>): Promise<Result> {
  return limitReads(() => query(database()))
}
