/** Members are locked: no one changes a role above their own, and there is always an owner. */

import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import type { AuditAction } from '../audit/model/audit-terms.ts'
import { ADMIN_SCOPES } from '../auth/model/key-scopes.ts'
import { governs, MEMBER_ROLES, type MemberRole, ROLE_PHRASES } from '../auth/model/member-roles.ts'
import { requireRecentAuth } from '../auth/recent-auth.ts'
import { revokeApiKeysOf } from '../auth/rows/api-keys.ts'
import { type Context, requireOrganisationAdmin, requireViewer, type Viewer } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { revokeInvitationsBy } from './rows/invitations.ts'
import {
  countOwners,
  deleteMember,
  findMember,
  findOrganisation,
  lockMembers,
  updateMemberRole,
} from './rows/organisations.ts'

const memberId = z.object({ userId: z.uuid() })
const memberAndRole = z.object({ userId: z.uuid(), role: z.enum(MEMBER_ROLES) })

/**
 * Throws POLICY_DENIED for plain members and roles above the viewer's own, NOT_FOUND for a non-member,
 * PRECONDITION_FAILED if no owner would remain, and without a recent re-authentication.
 */
export async function changeRole(ctx: Context, given: unknown): Promise<void> {
  const viewer = await requireSharedAdmin(ctx)
  const { userId, role } = parseFields(memberAndRole, given)
  await requireRecentAuth(ctx)
  await ctx.db.$transaction(async (tx) => {
    const { member, by } = await requireGoverned(tx, viewer, userId)
    if (!governs(by.organisationRole, role)) throw denied(by, role)
    if (member.role === role) return
    if (member.role === 'OWNER') await requireAnotherOwner(tx, viewer)
    await updateMemberRole(tx, { organisationId: viewer.organisationId, userId, role })
    // Invitations may exceed the new role.
    if (!governs(role, member.role)) await revokeInvitationsBy(tx, at(viewer, userId))
    // Members may not change settings.
    if (role === 'MEMBER') await revokeApiKeysOf(tx, at(viewer, userId), ADMIN_SCOPES)
    await record(tx, viewer, 'member.role', {
      memberId: userId,
      member: member.name,
      from: member.role,
      to: role,
    })
  })
}

/** Revokes API keys and open invitations. Throws as `changeRole`. */
export async function removeMember(ctx: Context, given: unknown): Promise<void> {
  const viewer = await requireSharedAdmin(ctx)
  const { userId } = parseFields(memberId, given)
  await ctx.db.$transaction(async (tx) => {
    const { member } = await requireGoverned(tx, viewer, userId)
    await endMembership(tx, viewer, { userId, role: member.role })
    await record(tx, viewer, 'member.remove', { memberId: userId, member: member.name })
  })
}

/** Throws PRECONDITION_FAILED for the last owner, and in a personal organisation. */
export async function leaveOrganisation(ctx: Context): Promise<void> {
  const viewer = await requireShared(ctx)
  await ctx.db.$transaction(async (tx) => {
    await lockMembers(tx, viewer.organisationId)
    const member = await findMember(tx, viewer.organisationId, viewer.userId)
    if (!member) throw new AppError('NOT_FOUND')
    await endMembership(tx, viewer, { userId: viewer.userId, role: member.role })
    await record(tx, viewer, 'member.leave', { memberId: viewer.userId, member: viewer.name })
  })
}

/** Locks the members. Throws if the member does not exist or the viewer's role is too low. */
async function requireGoverned(tx: Tx, viewer: Viewer, userId: string) {
  const by = await lockAsAdmin(tx, viewer)
  const member = await findMember(tx, viewer.organisationId, userId)
  if (!member)
    throw new AppError('NOT_FOUND', { message: 'This person is not a member of the organisation.' })
  if (!governs(by.organisationRole, member.role)) throw denied(by, member.role)
  return { member, by }
}

function denied(viewer: Viewer, role: MemberRole): AppError {
  const [you, they] = [ROLE_PHRASES[viewer.organisationRole], ROLE_PHRASES[role]]
  return new AppError('POLICY_DENIED', { message: `As ${you}, you cannot add, change or remove ${they}.` })
}

async function endMembership(tx: Tx, viewer: Viewer, member: { userId: string; role: MemberRole }) {
  if (member.role === 'OWNER') await requireAnotherOwner(tx, viewer)
  await deleteMember(tx, { organisationId: viewer.organisationId, userId: member.userId })
  await revokeInvitationsBy(tx, at(viewer, member.userId))
  // A key acts as its creator.
  await revokeApiKeysOf(tx, at(viewer, member.userId))
}

async function requireAnotherOwner(tx: Tx, { organisationId, organisationName }: Viewer) {
  if ((await countOwners(tx, organisationId)) > 1) return
  throw new AppError('PRECONDITION_FAILED', {
    message: `${organisationName} must have at least one owner.`,
    suggestedAction: 'Make another member an owner first.',
  })
}

function at({ organisationId }: Viewer, userId: string) {
  return { organisationId, userId, at: new Date() }
}

function record(tx: Tx, viewer: Viewer, action: AuditAction, data: Record<string, string>): Promise<void> {
  const { organisationId, organisationName } = viewer
  return recordAudit(tx, {
    actor: viewer,
    action,
    subjectType: 'organisation',
    subjectId: organisationId,
    subject: organisationName,
    data,
  })
}

/** Throws UNAUTHENTICATED, and PRECONDITION_FAILED in a personal organisation. */
async function requireShared(ctx: Context): Promise<Viewer> {
  const viewer = requireViewer(ctx)
  const organisation = await findOrganisation(ctx.db, viewer.organisationId)
  if (organisation && !organisation.isPersonal) return viewer
  throw new AppError('PRECONDITION_FAILED', {
    message: 'You are in your personal organisation.',
    suggestedAction: 'Create an organisation, or switch to one, to work with others.',
  })
}

/** Throws as `requireShared`, and POLICY_DENIED for plain members. */
export async function requireSharedAdmin(ctx: Context): Promise<Viewer> {
  requireOrganisationAdmin(ctx)
  return requireShared(ctx)
}

/** Locks the members; the role may have changed since the request began. Throws POLICY_DENIED. */
export async function lockAsAdmin(tx: Tx, viewer: Viewer): Promise<Viewer> {
  await lockMembers(tx, viewer.organisationId)
  const member = await findMember(tx, viewer.organisationId, viewer.userId)
  if (member && member.role !== 'MEMBER') return { ...viewer, organisationRole: member.role }
  throw new AppError('POLICY_DENIED', {
    message: `Only owners and admins of ${viewer.organisationName} can do this.`,
  })
}
