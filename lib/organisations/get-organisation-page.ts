/** The organisation the viewer acts for, with its people and its open invitations. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import type { MemberRole } from '../contract/market/member-roles.ts'
import { listOpenInvitations } from '../db/invitations.ts'
import { findOrganisation, listMembers } from '../db/organisations.ts'
import { AppError } from '../errors.ts'

export type MemberView = {
  userId: string
  name: string
  email: string
  role: MemberRole
  sinceMs: number
  isViewer: boolean
}

export type InvitationView = {
  id: string
  role: MemberRole
  /** Who made it; null when they are a member no longer. */
  by: string | null
  createdAtMs: number
  expiresAtMs: number
}

export type OrganisationPage = {
  id: string
  name: string
  isPersonal: boolean
  /** The viewer's own. */
  role: MemberRole
  members: MemberView[]
  /** Empty for plain members, who cannot invite. */
  invitations: InvitationView[]
}

/** Throws UNAUTHENTICATED. Membership was checked when the Context was made. */
export async function getOrganisationPage(ctx: Context): Promise<OrganisationPage> {
  const viewer = requireViewer(ctx)
  const organisation = await findOrganisation(ctx.db, viewer.organisationId)
  if (!organisation) throw new AppError('NOT_FOUND')
  const members = await listMembers(ctx.db, organisation.id)
  const invitations =
    viewer.organisationRole === 'MEMBER' ? [] : await listOpenInvitations(ctx.db, organisation.id, new Date())
  const nameOf = (userId: string) => members.find((member) => member.userId === userId)?.name ?? null
  return {
    ...organisation,
    role: viewer.organisationRole,
    members: members.map(({ since, ...member }) => ({
      ...member,
      sinceMs: since.getTime(),
      isViewer: member.userId === viewer.userId,
    })),
    invitations: invitations.map(({ createdById, createdAt, expiresAt, ...invitation }) => ({
      ...invitation,
      by: nameOf(createdById),
      createdAtMs: createdAt.getTime(),
      expiresAtMs: expiresAt.getTime(),
    })),
  }
}
