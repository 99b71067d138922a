import type { BrowserSession } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type SessionRow = BrowserSession

export async function insertSession(
  db: Database | Tx,
  session: Pick<SessionRow, 'id' | 'userId' | 'method' | 'userAgent' | 'address' | 'reauthenticatedAt'>,
): Promise<void> {
  await db.browserSession.createMany({ data: [session], skipDuplicates: true })
}

export async function touchSession(
  db: Database,
  { id, userId, userAgent, address }: Pick<SessionRow, 'id' | 'userId' | 'userAgent' | 'address'>,
): Promise<void> {
  const seen = { userAgent, address, lastSeenAt: new Date() }
  await db.browserSession.upsert({
    where: { id },
    create: { id, userId, method: 'unknown', ...seen },
    update: seen,
  })
}

export function listSessionRows(db: Database, userId: string): Promise<SessionRow[]> {
  return db.browserSession.findMany({ where: { userId }, orderBy: { lastSeenAt: 'desc' }, take: 100 })
}

export async function deleteSession(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { count } = await tx.browserSession.deleteMany({ where: { id, userId } })
  return count === 1
}

export async function findAuthenticatedAt(db: Database, id: string): Promise<Date | null> {
  const row = await db.browserSession.findUnique({ where: { id }, select: { reauthenticatedAt: true } })
  return row?.reauthenticatedAt ?? null
}

export async function findSessionMethod(db: Database | Tx, id: string): Promise<string | null> {
  const row = await db.browserSession.findUnique({ where: { id }, select: { method: true } })
  return row?.method ?? null
}

export async function recordAuthenticatedAt(db: Database | Tx, id: string, at: Date): Promise<void> {
  await db.browserSession.updateMany({ where: { id }, data: { reauthenticatedAt: at } })
}

export async function deleteSessionRow(tx: Tx, id: string): Promise<void> {
  await tx.browserSession.deleteMany({ where: { id } })
}
