/** What clients of /mcp may come back to: messages of calls that go on, and the runs they became. Floor 1. */
import type { Json } from '../contract/json/json.ts'
import type { Database } from './client.ts'
import { Prisma } from './generated/client.ts'
import { runStatement } from './statement.ts'

// Long after any call has ended; who comes later asks for the run itself.
const KEPT_MS = 60 * 60_000

export type StoredMessage = { id: bigint; message: Json; isLast: boolean }

/** Keeps a message; returns its number, by which later ones are asked for. */
export async function insertMessage(
  db: Database,
  { message, ...event }: { streamId: string; keyId: string; message: Json; isLast: boolean },
): Promise<bigint> {
  const { streamId, keyId, isLast } = event
  const [row] = await runStatement<{ id: bigint }>(
    db,
    Prisma.sql`
    INSERT INTO "McpEvent" ("streamId", "keyId", "message", "isLast")
    VALUES (${streamId}, ${keyId}, ${JSON.stringify(message)}::json, ${isLast}) RETURNING "id"`,
  )
  return row!.id
}

/** The stream that a message of this key was on; null when there is no such message. */
export async function findStream(db: Database, id: bigint, keyId: string): Promise<string | null> {
  const row = await db.mcpEvent.findFirst({ where: { id, keyId }, select: { streamId: true } })
  return row?.streamId ?? null
}

/** The messages of a stream after this one, in order. */
export async function listMessagesAfter(
  db: Database,
  streamId: string,
  after: bigint,
): Promise<StoredMessage[]> {
  const rows = await db.mcpEvent.findMany({
    where: { streamId, id: { gt: after } },
    orderBy: { id: 'asc' },
    select: { id: true, message: true, isLast: true },
  })
  return rows.map((row) => ({ ...row, message: row.message as Json }))
}

/** Remembers which run a call became. */
export async function insertCall(db: Database, id: string, runId: string): Promise<void> {
  // A client that counts its requests anew means the newer one.
  await runStatement(
    db,
    Prisma.sql`
    INSERT INTO "McpCall" ("id", "runId") VALUES (${id}, ${runId})
    ON CONFLICT ("id") DO UPDATE SET "runId" = excluded."runId"`,
  )
}

/** Forgets what is too old for any client to come back to. For the sweep; returns how many rows that were. */
export async function forgetOldCalls(db: Database, now = Date.now()): Promise<number> {
  const where = { createdAt: { lt: new Date(now - KEPT_MS) } }
  const gone = await Promise.all([db.mcpEvent.deleteMany({ where }), db.mcpCall.deleteMany({ where })])
  return gone.reduce((sum, { count }) => sum + count, 0)
}

export async function findCall(db: Database, id: string): Promise<string | null> {
  return (await db.mcpCall.findUnique({ where: { id }, select: { runId: true } }))?.runId ?? null
}
