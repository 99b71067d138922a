/** Letting somebody into an organisation by a link. Floor 3. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { governs, MEMBER_ROLES } from '../contract/market/member-roles.ts'
import { paths } from '../contract/market/paths.ts'
import { insertInvitation, revokeInvitation as revoke } from '../db/invitations.ts'
import { makeSecretToken } from '../db/secret-token.ts'
import { AppError } from '../errors.ts'
import { lockAsAdmin, requireSharedAdmin } from './require-shared.ts'

const INVITATION_DAYS = 7
const DAY_MS = 86_400_000

const invitationFields = z.object({ role: z.enum(MEMBER_ROLES) })

export type NewInvitation = {
  /** Of this site; shown this once only. */
  path: string
  expiresAtMs: number
}

/**
 * Makes a link that lets one person in, as `role`, within a week.
 *
 * Throws POLICY_DENIED for plain members and for a role above the viewer's own, PRECONDITION_FAILED in one's own
 * organisation, INVALID_INPUT.
 */
export async function invite(ctx: Context, given: unknown): Promise<NewInvitation> {
  const viewer = await requireSharedAdmin(ctx)
  const { role } = parseWith(invitationFields, given)
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

/** Takes a link back. Throws as `invite`, and NOT_FOUND for a link of another organisation or a used one. */
export async function revokeInvitation(ctx: Context, given: unknown): Promise<void> {
  const viewer = await requireSharedAdmin(ctx)
  const { id } = parseWith(z.object({ id: z.uuid() }), given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await lockAsAdmin(tx, viewer)
    const revoked = await revoke(tx, { id, organisationId, at: new Date() })
    if (!revoked) throw new AppError('NOT_FOUND', { message: 'This link was used or taken back already.' })
    await recordAudit(tx, {
      actor: viewer,
      action: 'invitation.revoke',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
    })
  })
}
