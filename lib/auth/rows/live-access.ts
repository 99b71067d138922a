import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isLiveApiKey } from './api-keys.ts'

type Access = {
  viewer: { userId: string; organisationId: string } | null
  keyId?: string | undefined
  sessionVersion?: number | undefined
  sessionId?: string | undefined
}

/**
 * Re-checks the key or session behind a long-lived stream. A context with neither is the server itself and passes.
 */
export async function isLiveAccess(
  db: Database,
  { viewer, keyId, sessionVersion, sessionId }: Access,
): Promise<boolean> {
  if (keyId !== undefined) return isLiveApiKey(db, keyId)
  if (viewer === null || sessionVersion === undefined) return true
  if (sessionId !== undefined && (await isSessionRevoked(db, sessionId))) return false
  const { userId: id, organisationId } = viewer
  const isMember = { memberships: { some: { organisationId } } }
  return (await db.user.count({ where: { id, sessionVersion, lockedAt: null, ...isMember } })) > 0
}

export async function insertRevokedSession(db: Database | Tx, id: string, expiresAt: Date): Promise<void> {
  await db.revokedSession.createMany({ data: [{ id, expiresAt }], skipDuplicates: true })
}

export async function isSessionRevoked(db: Database, id: string): Promise<boolean> {
  return (await db.revokedSession.findUnique({ where: { id }, select: { id: true } })) !== null
}

export async function deleteExpiredSessions(
  db: Database,
  { now, seenBefore }: { now: Date; seenBefore: Date },
): Promise<void> {
  await db.browserSession.deleteMany({ where: { lastSeenAt: { lt: seenBefore } } })
  await db.revokedSession.deleteMany({ where: { expiresAt: { lt: now } } })
}
