import type { Database } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { Json } from '../../kernel/json/json.ts'
import { DAY_MS, HOUR_MS } from '../../kernel/time.ts'

// Longer than any call lasts.
const RETENTION_MS = HOUR_MS
/** A client that ended its session does not return after a day. */
const ENDED_SESSION_RETENTION_MS = DAY_MS

type StoredMcpMessage = { id: bigint; message: Json; isLast: boolean }

/** `id` is a number of `reserveMcpNumbers`, the cursor for later ones. */
type NewMcpMessage = StoredMcpMessage & { streamId: string; keyId: string }

/** `first` is the number of an empty message to insert before it. */
export async function insertMcpMessage(
  db: Database,
  { id, streamId, keyId, message, isLast }: NewMcpMessage,
  first?: bigint,
): Promise<void> {
  const start = first === undefined ? sql.empty : sql`(${first}::bigint, ${streamId}, ${keyId}, '{}', false),`
  await db.$executeRaw`
    INSERT INTO "McpEvent" ("id", "streamId", "keyId", "message", "isLast")
    VALUES ${start} (${id}::bigint, ${streamId}, ${keyId}, ${JSON.stringify(message)}::json, ${isLast})`
}

export async function insertFirstMcpMessage(
  db: Database,
  { id, streamId, keyId }: { id: bigint; streamId: string; keyId: string },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "McpEvent" ("id", "streamId", "keyId", "message", "isLast")
    VALUES (${id}::bigint, ${streamId}, ${keyId}, '{}', false)`
}

/** Returns ascending numbers that are lower than all later ones. */
export async function reserveMcpNumbers(db: Database, count: number): Promise<bigint[]> {
  const rows = await db.$queryRaw<{ id: bigint }[]>`
    SELECT nextval('"McpEvent_id_seq"') AS "id" FROM generate_series(1, ${count})`
  return rows.map(({ id }) => id)
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
  await db.$executeRaw`
    INSERT INTO "McpCall" ("id", "runId") VALUES (${id}, ${runId})
    ON CONFLICT ("id") DO UPDATE SET "runId" = excluded."runId"`
}

export async function insertEndedMcpSession(db: Database, keyId: string, session: string): Promise<void> {
  const id = endedSessionId(sql`${keyId}::text`, session)
  await db.$queryRaw`INSERT INTO "McpEndedSession" ("id") VALUES (${id}) ON CONFLICT DO NOTHING`
}

/** `keyId` is SQL, for example a column of the statement. */
export function isMcpSessionEndedSql(keyId: Sql, session: string): Sql {
  return sql`EXISTS (SELECT FROM "McpEndedSession" AS e WHERE e."id" = ${endedSessionId(keyId, session)})`
}

/** The id includes the key, so that no other key can end the session. */
function endedSessionId(keyId: Sql, session: string): Sql {
  const named = sql`'["' || ${keyId} || '",' || ${JSON.stringify(session)}::text || ']'`
  return sql`encode(sha256(convert_to(${named}, 'UTF8')), 'hex')`
}

export async function insertMcpQuestion(db: Database, id: string): Promise<void> {
  await db.$executeRaw`INSERT INTO "McpQuestion" ("id") VALUES (${id})`
}

/** Stores the first response to an open question; returns false for another one. */
export async function answerMcpQuestion(db: Database, id: string, answer: Json): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE "McpQuestion" SET "answer" = ${JSON.stringify(answer)}::json WHERE "id" = ${id} AND "answer" IS NULL`
  return count > 0
}

/** Returns the response to a question; undefined while it is open, and after it was deleted. */
export async function findMcpAnswer(db: Database, id: string): Promise<Json | undefined> {
  const row = await db.mcpQuestion.findUnique({ where: { id }, select: { answer: true } })
  return (row?.answer as Json | null) ?? undefined
}

export async function deleteMcpQuestion(db: Database, id: string): Promise<void> {
  await db.mcpQuestion.deleteMany({ where: { id } })
}

export async function saveMcpLogLevel(db: Database, id: string, level: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "McpLogLevel" ("id", "level") VALUES (${id}, ${level})
    ON CONFLICT ("id") DO UPDATE SET "level" = excluded."level", "createdAt" = CURRENT_TIMESTAMP`
}

export async function findMcpLogLevel(db: Database, id: string): Promise<string | null> {
  return (await db.mcpLogLevel.findUnique({ where: { id }, select: { level: true } }))?.level ?? null
}

/** Deletes old rows and returns their number. */
export async function deleteOldMcpRecords(db: Database, now = Date.now()): Promise<number> {
  const where = { createdAt: { lt: new Date(now - RETENTION_MS) } }
  const sessions = { createdAt: { lt: new Date(now - ENDED_SESSION_RETENTION_MS) } }
  const gone = await Promise.all([
    db.mcpEvent.deleteMany({ where }),
    db.mcpCall.deleteMany({ where }),
    db.mcpEndedSession.deleteMany({ where: sessions }),
    db.mcpQuestion.deleteMany({ where }),
    db.mcpLogLevel.deleteMany({ where: sessions }),
  ])
  return gone.reduce((sum, { count }) => sum + count, 0)
}

export async function findMcpCall(db: Database, id: string): Promise<string | null> {
  return (await db.mcpCall.findUnique({ where: { id }, select: { runId: true } }))?.runId ?? null
}
