import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export async function listMemberIds(db: Database | Tx, organisationId: string): Promise<string[]> {
  const rows = await db.membership.findMany({ where: { organisationId }, select: { userId: true } })
  return rows.map(({ userId }) => userId)
}

/** Returns the ids of the organisations of a person. */
export async function listOrganisationIds(db: Database | Tx, userId: string): Promise<string[]> {
  const rows = await db.membership.findMany({ where: { userId }, select: { organisationId: true } })
  return rows.map(({ organisationId }) => organisationId)
}

export async function listOrganisationAdminIds(
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

/** Returns null for non-members and locked users, which revokes access at the next check. */
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
