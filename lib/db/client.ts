/**
 * The one Prisma client of this process. Floor 1; nothing outside `lib/db` names Prisma.
 */
import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { makeStatementNames } from './statement-names.ts'

export type Database = PrismaClient
/** An open transaction: a function that takes one must be called inside `db.$transaction`. */
export type Tx = Prisma.TransactionClient

function connect(): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(
      {
        connectionString: process.env.DATABASE_URL,
        max: Number(process.env.DB_POOL ?? 10),
        // The adapter drops the offset of timestamptz and assumes the session is in UTC. The second: how alike two
        // words must be for the catalogue's search, low enough for “waether”; see catalog-entries.ts.
        options: '-c timezone=UTC -c pg_trgm.word_similarity_threshold=0.37',
      },
      { statementNameGenerator: makeStatementNames() },
    ),
  })
}

// `next dev` evaluates modules again on every change; the pool must not be opened again.
const kept = globalThis as unknown as { guildhallDatabase?: PrismaClient }
export function database(): PrismaClient {
  kept.guildhallDatabase ??= connect()
  return kept.guildhallDatabase
}
