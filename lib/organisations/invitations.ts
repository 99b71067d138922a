import { z } from 'zod'
import { governs, MEMBER_ROLES, type MemberRole } from '../access/member-roles.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireViewer } from '../context/context.ts'
import {
  findOpenInvitation,
  insertInvitation,
  type OpenInvitation,
  revokeInvitationRow as revoke,
  useInvitation,
} from '../db/accounts/invitation-rows.ts'
import { findMember, insertMember } from '../db/accounts/organisations.ts'
import { hashSecretToken, makeSecretToken } from '../db/core/secret-token.ts'
import { AppError } from '../errors.ts'
import { paths } from '../site/paths.ts'
import { parseFields } from '../validation/parse-with.ts'
import { lockAsAdmin, requireSharedAdmin } from './change-members.ts'

const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

const invitationFields = z.object({ role: z.enum(MEMBER_ROLES) })

export type NewInvitation = {
  path: string
  expiresAtMs: number
}

/**
 * The link is valid for a week. Throws POLICY_DENIED for plain members and for roles above the viewer's own,
 * PRECONDITION_FAILED in a personal organisation, INVALID_INPUT.
 */
export async function inviteMember(ctx: Context, given: unknown): Promise<NewInvitation> {
  const viewer = await requireSharedAdmin(ctx)
  const { role } = parseFields(invitationFields, given)
  const { organisationId, organisationName } = viewer
  const { token, tokenHash } = makeSecretToken()
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS)
  await ctx.db.$transaction(async (tx) => {
    const { organisationRole } = await lockAsAdmin(tx, viewer)
    if (!governs(organisationRole, role)) {
      throw new AppError('POLICY_DENIED', { message: 'Only owners can invite an owner.' })
    }
    await insertInvitation(tx, { organisationId, tokenHash, role, createdById: viewer.userId, expiresAt })
    await recordAudit(tx, {
      actor: viewer,
      action: 'member.invite',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { role },
    })
  })
  return { path: paths.join(token), expiresAtMs: expiresAt.getTime() }
}

/** Throws as `invite`, and NOT_FOUND for a used link or one of another organisation. */
export async function revokeInvitation(ctx: Context, given: unknown): Promise<void> {
  const viewer = await requireSharedAdmin(ctx)
  const { id } = parseFields(z.object({ id: z.uuid() }), given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await lockAsAdmin(tx, viewer)
    const revoked = await revoke(tx, { id, organisationId, at: new Date() })
    if (!revoked) throw new AppError('NOT_FOUND', { message: 'This link has already been used or revoked.' })
    await recordAudit(tx, {
      actor: viewer,
      action: 'invitation.revoke',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
    })
  })
}

type InvitationPage = {
  organisationName: string
  role: MemberRole
  by: string | null
  alreadyAs: MemberRole | null
}

/** Open to visitors. Throws NOT_FOUND if the link was used or revoked, or has expired. */
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
 * Adds the viewer as a member, uses the link and returns the organisation's id. Throws UNAUTHENTICATED, NOT_FOUND as
 * `getInvitation`, and CONFLICT for a member, whose link stays open.
 */
export async function joinOrganisation(ctx: Context, token: string): Promise<string> {
  const viewer = requireViewer(ctx)
  return ctx.db.$transaction(async (tx) => {
    const { id, role, organisation } = await requireOpen(tx, token)
    // One conditional UPDATE: of two concurrent uses, one succeeds.
    if (!(await useInvitation(tx, id, { userId: viewer.userId, at: new Date() }))) throw closed()
    const isNew = await insertMember(tx, { organisationId: organisation.id, userId: viewer.userId, role })
    if (!isNew)
      throw new AppError('CONFLICT', { message: `You are already a member of ${organisation.name}.` })
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
    message: 'This invitation has been used, was revoked or has expired.',
    suggestedAction: 'Ask for a new link.',
  })
}
