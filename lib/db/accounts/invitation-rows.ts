import type { Database, Tx } from '../core/prisma-client.ts'
import type { MemberRole } from '../generated/client.ts'

export async function insertInvitation(
  tx: Tx,
  invitation: {
    organisationId: string
    tokenHash: string
    role: MemberRole
    createdById: string
    expiresAt: Date
    email: string | null
  },
): Promise<string> {
  const { id } = await tx.invitation.create({ data: invitation, select: { id: true } })
  return id
}

const open = (at: Date) => ({ usedAt: null, revokedAt: null, expiresAt: { gt: at } })

type InvitationRow = {
  id: string
  role: MemberRole
  email: string | null
  createdAt: Date
  expiresAt: Date
  createdById: string
}

export function listOpenInvitations(
  db: Database,
  organisationId: string,
  at: Date,
): Promise<InvitationRow[]> {
  return db.invitation.findMany({
    where: { organisationId, ...open(at) },
    select: { id: true, role: true, email: true, createdAt: true, expiresAt: true, createdById: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
}

export type OpenInvitation = {
  id: string
  role: MemberRole
  createdById: string
  organisation: { id: string; name: string }
}

export function findOpenInvitation(
  db: Database | Tx,
  tokenHash: string,
  at: Date,
): Promise<OpenInvitation | null> {
  return db.invitation.findFirst({
    where: { tokenHash, ...open(at) },
    select: { id: true, role: true, createdById: true, organisation: { select: { id: true, name: true } } },
  })
}

/** Returns false if the link was used, revoked or has expired. */
export async function useInvitation(tx: Tx, id: string, by: { userId: string; at: Date }): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: { id, ...open(by.at) },
    data: { usedAt: by.at, usedById: by.userId },
  })
  return count === 1
}

export async function revokeInvitationRow(
  tx: Tx,
  link: { id: string; organisationId: string; at: Date },
): Promise<boolean> {
  const { id, organisationId, at } = link
  const { count } = await tx.invitation.updateMany({
    where: { id, organisationId, usedAt: null, revokedAt: null },
    data: { revokedAt: at },
  })
  return count === 1
}

export async function revokeInvitationsBy(
  tx: Tx,
  maker: { organisationId: string; userId: string; at: Date },
): Promise<void> {
  await tx.invitation.updateMany({
    where: { organisationId: maker.organisationId, createdById: maker.userId, usedAt: null, revokedAt: null },
    data: { revokedAt: maker.at },
  })
}

export async function listAdminIds(db: Database | Tx): Promise<string[]> {
  const rows = await db.user.findMany({ where: { role: 'ADMIN' }, select: { id: true } })
  return rows.map(({ id }) => id)
}

export async function listMemberIds(db: Database | Tx, organisationId: string): Promise<string[]> {
  const rows = await db.membership.findMany({ where: { organisationId }, select: { userId: true } })
  return rows.map(({ userId }) => userId)
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

export async function findOrganisationName(db: Database | Tx, id: string): Promise<string> {
  const organisation = await db.organisation.findUnique({ where: { id }, select: { name: true } })
  return organisation?.name ?? ''
}
