/** Only this folder and the `rows` of subjects import Prisma. */
import type pg from 'pg'
import { isPooled, openPool } from './connection.ts'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { makeStatementNames } from './statement-names.ts'
import { StorableAdapter } from './storable-adapter.ts'

export type Database = PrismaClient
export type Tx = Prisma.TransactionClient

// `next dev` evaluates modules again on every change.
const globals = globalThis as { guildhallDatabase?: Database; guildhallPool?: pg.Pool }

/** Returns the client that everything in this process shares. */
export function database(): Database {
  if (!globals.guildhallDatabase) {
    globals.guildhallPool = openPool({
      connectionString: process.env.DATABASE_URL,
      max: Number(process.env.DB_POOL ?? 10),
      // Without a limit, requests would wait as long as the database is away.
      connectionTimeoutMillis: 15_000,
    })
    globals.guildhallDatabase = makeClient(globals.guildhallPool)
  }
  return globals.guildhallDatabase
}

export type PoolFigures = { total: number; idle: number; waiting: number }

/** Counts the connections of `database()`, and the queries that wait for one. */
export function measurePool(): PoolFigures {
  const pool = globals.guildhallPool
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}

/** The client ends the pool when it disconnects. */
export function makeClient(pool: pg.Pool): Database {
  const adapter = new StorableAdapter(pool, {
    disposeExternalPool: true,
    ...(!isPooled() && { statementNameGenerator: makeStatementNames() }),
  })
  // Two seconds, the default, is too short under load.
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 15_000 } })
}

/** For transactions that notify everyone who uses a SkillSet. */
export const FAN_OUT_TRANSACTION = { maxWait: 15_000, timeout: 55_000 }

/** For transactions that wait for a lock that many share, such as a wallet's, or that change thousands of rows. */
export const LONG_TRANSACTION = { maxWait: 15_000, timeout: 60_000 }

export async function ping(db: Database): Promise<void> {
  await db.$queryRaw`SELECT 1`
}
