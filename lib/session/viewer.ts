/** Whom a session token stands for. Floor 4. */
import type { Viewer } from '../context.ts'
import type { Database } from '../db/client.ts'
import { findSessionUser, type SessionUser } from '../db/users.ts'
import { openSession } from './token.ts'

export type Session = { viewer: Viewer; sessionVersion: number }

/**
 * The viewer a token stands for, acting for `organisationId` if they are a member of it, else for themselves.
 * Null when it stands for nobody any more: the person is gone, or has ended the sessions of its version.
 */
export async function sessionOf(
  db: Database,
  token: string | undefined,
  organisationId?: string,
): Promise<Session | null> {
  const claims = await openSession(token)
  if (!claims) return null
  const user = await findSessionUser(db, claims.userId, organisationId)
  if (user?.sessionVersion !== claims.sessionVersion) return null
  return { viewer: toViewer(user), sessionVersion: user.sessionVersion }
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
