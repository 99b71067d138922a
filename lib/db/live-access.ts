/** Whether what let somebody in still would: a stream stays open long after its door was asked. Floor 1. */
import { isLiveApiKey } from './api-keys.ts'
import type { Database } from './client.ts'

export type Access = {
  viewer: { userId: string; organisationId: string } | null
  keyId?: string | undefined
  sessionVersion?: number | undefined
}

/** A session also by the organisation that it was opened for. What neither a key nor a session has let in, the machine itself has. */
export async function isLiveAccess(
  db: Database,
  { viewer, keyId, sessionVersion }: Access,
): Promise<boolean> {
  if (keyId !== undefined) return isLiveApiKey(db, keyId)
  if (viewer === null || sessionVersion === undefined) return true
  const { userId: id, organisationId } = viewer
  const isMember = { memberships: { some: { organisationId } } }
  return (await db.user.count({ where: { id, sessionVersion, lockedAt: null, ...isMember } })) > 0
}
