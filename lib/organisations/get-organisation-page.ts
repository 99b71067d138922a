import type { MemberRole } from '../auth/model/member-roles.ts'
import { type Context, requireViewer } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { canSendMail } from '../notices/mail/mail-settings.ts'
import { listOpenInvitations } from './rows/invitations.ts'
import { findOrganisation, listMembers } from './rows/organisations.ts'

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
  email: string | null
  by: string | null
  createdAtMs: number
  expiresAtMs: number
}

type OrganisationPage = {
  id: string
  name: string
  isPersonal: boolean
  role: MemberRole
  members: MemberView[]
  invitations: InvitationView[]
  canSendMail: boolean
}

/** Throws UNAUTHENTICATED. */
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
    canSendMail: canSendMail(),
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
