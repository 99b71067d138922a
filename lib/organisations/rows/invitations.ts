import type { MemberRole } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

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
