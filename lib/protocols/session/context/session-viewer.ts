import { findSessionUser, type SessionUser } from '../../../accounts/rows/users.ts'
import { isSessionRevoked } from '../../../auth/rows/live-access.ts'
import type { Viewer } from '../../../context/context.ts'
import type { Database } from '../../../kernel/db/prisma-client.ts'
import { openSession } from '../cookies/session-token.ts'

export type LiveSession = {
  viewer: Viewer
  sessionVersion: number
  sessionId: string
}

/** Returns null if the user is gone, the session was signed out, or its version is outdated. */
export async function findSession(
  db: Database,
  token: string | undefined,
  organisationId?: string,
): Promise<LiveSession | null> {
  const claims = await openSession(token)
  if (!claims) return null
  const { userId, sessionVersion, sessionId } = claims
  const [user, isRevoked] = await Promise.all([
    findSessionUser(db, userId, organisationId),
    isSessionRevoked(db, sessionId),
  ])
  if (isRevoked || user?.sessionVersion !== sessionVersion) return null
  return { viewer: toViewer(user), sessionVersion, sessionId }
}

export function toViewer({ id, email, name, role, organisation }: SessionUser): Viewer {
  return {
    userId: id,
    email,
    name,
    role,
    organisationId: organisation.id,
    organisationName: organisation.name,
    organisationRole: organisation.role,
  }
}
