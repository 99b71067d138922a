/** Coming into an organisation by a link. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireViewer } from '../context.ts'
import type { MemberRole } from '../contract/market/member-roles.ts'
import { findOpenInvitation, type OpenInvitation, useInvitation } from '../db/invitations.ts'
import { findMember, insertMember } from '../db/organisations.ts'
import { hashSecretToken } from '../db/secret-token.ts'
import { AppError } from '../errors.ts'

export type InvitationPage = {
  organisationName: string
  role: MemberRole
  /** Who invites; null when they are a member no longer. */
  by: string | null
  /** What the viewer is already; null for visitors and for everyone not yet in. */
  alreadyAs: MemberRole | null
}

/** What the link opens; visitors may look. Throws NOT_FOUND when it was used, taken back, or has expired. */
export async function getInvitation(ctx: Context, token: string): Promise<InvitationPage> {
  const invitation = await requireOpen(ctx.db, token)
  const { organisation, role, createdById } = invitation
  const by = await findMember(ctx.db, organisation.id, createdById)
  const already = ctx.viewer && (await findMember(ctx.db, organisation.id, ctx.viewer.userId))
  return {
    organisationName: organisation.name,
    role,
    by: by?.name ?? null,
    alreadyAs: already?.role ?? null,
  }
}

/**
 * Makes the viewer a member and uses the link up; returns the organisation's id.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND as `getInvitation`, and CONFLICT for a member, whose link stays open.
 */
export async function join(ctx: Context, token: string): Promise<string> {
  const viewer = requireViewer(ctx)
  return ctx.db.$transaction(async (tx) => {
    const { id, role, organisation } = await requireOpen(tx, token)
    // One conditional UPDATE: of two people with one link, one comes in.
    if (!(await useInvitation(tx, id, { userId: viewer.userId, at: new Date() }))) throw closed()
    const isNew = await insertMember(tx, { organisationId: organisation.id, userId: viewer.userId, role })
    if (!isNew)
      throw new AppError('CONFLICT', { message: `You are a member of ${organisation.name} already.` })
    await recordAudit(tx, {
      actor: viewer,
      action: 'member.join',
      subjectType: 'organisation',
      subjectId: organisation.id,
      subject: organisation.name,
      data: { role },
    })
    return organisation.id
  })
}

async function requireOpen(
  db: Parameters<typeof findOpenInvitation>[0],
  token: string,
): Promise<OpenInvitation> {
  const invitation = await findOpenInvitation(db, hashSecretToken(token), new Date())
  if (!invitation) throw closed()
  return invitation
}

function closed(): AppError {
  return new AppError('NOT_FOUND', {
    message: 'This invitation was used, taken back, or has expired.',
    suggestedAction: 'Ask for a new link.',
  })
}
