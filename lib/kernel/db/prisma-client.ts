/** Only this folder and the `rows` of subjects import Prisma. */
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { Connection } from './connection.ts'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { openPool } from './open-pool.ts'
import { makeStatementNames } from './statement-names.ts'

export type Database = PrismaClient
export type Tx = Prisma.TransactionClient

type DirectAccess = { pool: pg.Pool; nameOf: (statement: { sql: string }) => string }

// `next dev` evaluates modules again on every change.
const globals = globalThis as {
  guildhallDatabase?: PrismaClient
  guildhallPools?: WeakMap<object, DirectAccess>
}

function connect(): PrismaClient {
  const pool = openPool({
    connectionString: process.env.DATABASE_URL,
    max: Number(process.env.DB_POOL ?? 10),
    // Without a limit, requests would wait as long as the database is away.
    connectionTimeoutMillis: 15_000,
    Client: Connection,
  })
  const nameOf = makeStatementNames()
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: nameOf })
  // Two seconds, the default, is too short under load.
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 15_000 } })
  globals.guildhallPools ??= new WeakMap()
  globals.guildhallPools.set(client, { pool, nameOf })
  return client
}

/** For transactions that notify everyone who uses a SkillSet. */
export const FAN_OUT_TRANSACTION = { maxWait: 15_000, timeout: 55_000 }

/** For transactions that wait for a lock that many share, such as a wallet's, or that change thousands of rows. */
export const LONG_TRANSACTION = { maxWait: 15_000, timeout: 60_000 }

export function directAccessOf(db: Database | Tx): DirectAccess | undefined {
  return globals.guildhallPools?.get(db)
}

export function database(): PrismaClient {
  globals.guildhallDatabase ??= connect()
  return globals.guildhallDatabase
}

export async function ping(db: Database): Promise<void> {
  await db.$queryRaw`SELECT 1`
}
