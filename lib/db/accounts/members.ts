import type { Database, Tx } from '../core/prisma-client.ts'

export async function listAdminIds(db: Database | Tx): Promise<string[]> {
  const rows = await db.user.findMany({ where: { role: 'ADMIN' }, select: { id: true } })
  return rows.map(({ id }) => id)
}

export async function listMemberIds(db: Database | Tx, organisationId: string): Promise<string[]> {
  const rows = await db.membership.findMany({ where: { organisationId }, select: { userId: true } })
  return rows.map(({ userId }) => userId)
}

export async function listCaretakerIds(
  db: Database | Tx,
  organisationIds: readonly string[],
): Promise<string[]> {
  const rows = await db.membership.findMany({
    where: { role: { in: ['OWNER', 'ADMIN'] }, organisationId: { in: [...organisationIds] } },
    distinct: ['userId'],
    select: { userId: true },
  })
  return rows.map(({ userId }) => userId)
}

/** Returns null for non-members and for locked users, which revokes their access at the next check. */
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

export async function findOrganisationName(db: Database | Tx, id: string): Promise<string> {
  const organisation = await db.organisation.findUnique({ where: { id }, select: { name: true } })
  return organisation?.name ?? ''
}
