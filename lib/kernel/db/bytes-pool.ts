import type pg from 'pg'
import { openPool } from './connection.ts'

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
