/** Organisations and what somebody is in them, as runs need to know it. Floor 1. */
import type { Database, Tx } from './client.ts'

/** Null for people who are no members, and for those who are locked out: what was open to them ends when it asks again. */
export async function findRole(
  db: Database | Tx,
  who: { userId: string; organisationId: string },
): Promise<'OWNER' | 'ADMIN' | 'MEMBER' | null> {
  const membership = await db.membership.findUnique({
    where: { organisationId_userId: who, user: { lockedAt: null } },
    select: { role: true },
  })
  return membership?.role ?? null
}

/** "" for an organisation that is gone. */
export async function findOrganisationName(db: Database | Tx, id: string): Promise<string> {
  const organisation = await db.organisation.findUnique({ where: { id }, select: { name: true } })
  return organisation?.name ?? ''
}
