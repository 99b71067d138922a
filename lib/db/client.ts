/**
 * The one Prisma client of this process. Floor 1; nothing outside `lib/db` names Prisma.
 */
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { makeStatementNames } from './statement-names.ts'

export type Database = PrismaClient
/** An open transaction: a function that takes one must be called inside `db.$transaction`. */
export type Tx = Prisma.TransactionClient

/** The connections of a client, for statements that go without Prisma; they share its names of statements. */
type Direct = { pool: pg.Pool; nameOf: (statement: { sql: string }) => string }

// `next dev` evaluates modules again on every change; the pool must not be opened again.
const kept = globalThis as unknown as {
  guildhallDatabase?: PrismaClient
  guildhallPools?: WeakMap<object, Direct>
}

function connect(): PrismaClient {
  const pool = new pg.Pool({
    connectionString: process.env.DATABASE_URL,
    max: Number(process.env.DB_POOL ?? 10),
    // The adapter drops the offset of timestamptz and assumes the session is in UTC. The second: how alike two
    // words must be for the catalogue's search, low enough for “waether”; see catalog-entries.ts.
    options: '-c timezone=UTC -c pg_trgm.word_similarity_threshold=0.37',
  })
  // An idle connection that is lost is replaced with the next query; without a listener it would end the process.
  pool.on('error', () => {})
  const nameOf = makeStatementNames()
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: nameOf })
  // Where many want a connection at once each waits its turn; the usual two seconds are a busy moment, no fault.
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 15_000 } })
  kept.guildhallPools ??= new WeakMap()
  kept.guildhallPools.set(client, { pool, nameOf })
  return client
}

/** Undefined for an open transaction, which has one connection of its own. */
export function poolOf(db: Database | Tx): Direct | undefined {
  return kept.guildhallPools?.get(db)
}

export function database(): PrismaClient {
  kept.guildhallDatabase ??= connect()
  return kept.guildhallDatabase
}
