import type { Json } from '../../json/json.ts'
import type { Database } from '../core/prisma-client.ts'
import { runStatement, UNFLUSHED } from '../core/run-statement.ts'
import { Prisma } from '../generated/client.ts'

// Longer than any call.
const RETENTION_MS = 60 * 60_000
/** A client that ended its session does not return after a day. */
const ENDED_SESSION_RETENTION_MS = 24 * 60 * 60_000

export type StoredMcpMessage = { id: bigint; message: Json; isLast: boolean }

/** Returns its number, the cursor for later ones. */
export async function insertMcpMessage(
  db: Database,
  { message, ...event }: { streamId: string; keyId: string; message: Json; isLast: boolean },
): Promise<bigint> {
  const { streamId, keyId, isLast } = event
  const [row] = await runStatement<{ id: bigint }>(
    db,
    Prisma.sql`
    INSERT INTO "McpEvent" ("streamId", "keyId", "message", "isLast")
    VALUES (${streamId}, ${keyId}, ${JSON.stringify(message)}::json, ${isLast})
    RETURNING "id", ${Prisma.raw(UNFLUSHED)}`,
  )
  return row!.id
}

export async function findMcpStream(db: Database, id: bigint, keyId: string): Promise<string | null> {
  const row = await db.mcpEvent.findFirst({ where: { id, keyId }, select: { streamId: true } })
  return row?.streamId ?? null
}

export async function listMcpMessagesAfter(
  db: Database,
  streamId: string,
  after: bigint,
): Promise<StoredMcpMessage[]> {
  const rows = await db.mcpEvent.findMany({
    where: { streamId, id: { gt: after } },
    orderBy: { id: 'asc' },
    select: { id: true, message: true, isLast: true },
  })
  return rows.map((row) => ({ ...row, message: row.message as Json }))
}

export async function insertMcpCall(db: Database, id: string, runId: string): Promise<void> {
  // A restarted client repeats request ids.
  await runStatement(
    db,
    Prisma.sql`
    INSERT INTO "McpCall" ("id", "runId") VALUES (${id}, ${runId})
    ON CONFLICT ("id") DO UPDATE SET "runId" = excluded."runId"
    RETURNING ${Prisma.raw(UNFLUSHED)}`,
  )
}

export async function insertEndedMcpSession(db: Database, id: string): Promise<void> {
  await db.mcpEndedSession.createMany({ data: { id }, skipDuplicates: true })
}

export async function isMcpSessionEnded(db: Database, id: string): Promise<boolean> {
  return (await db.mcpEndedSession.findUnique({ where: { id }, select: { id: true } })) !== null
}

/** Returns the number of rows. */
export async function deleteOldMcpRecords(db: Database, now = Date.now()): Promise<number> {
  const where = { createdAt: { lt: new Date(now - RETENTION_MS) } }
  const sessions = { createdAt: { lt: new Date(now - ENDED_SESSION_RETENTION_MS) } }
  const gone = await Promise.all([
    db.mcpEvent.deleteMany({ where }),
    db.mcpCall.deleteMany({ where }),
    db.mcpEndedSession.deleteMany({ where: sessions }),
  ])
  return gone.reduce((sum, { count }) => sum + count, 0)
}

export async function findMcpCall(db: Database, id: string): Promise<string | null> {
  return (await db.mcpCall.findUnique({ where: { id }, select: { runId: true } }))?.runId ?? null
}
