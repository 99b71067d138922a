/**
 * Changing what somebody is in an organisation, and ending it. Floor 3.
 *
 * Two invariants, kept under a lock on the organisation: nobody governs a role above their own, and there is
 * always an owner.
 */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import type { Context, Viewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { governs, MEMBER_ROLES, type MemberRole, ROLE_PHRASES } from '../contract/market/member-roles.ts'
import { revokeApiKeysOf } from '../db/api-keys.ts'
import type { Tx } from '../db/client.ts'
import { revokeInvitationsBy } from '../db/invitations.ts'
import { countOwners, deleteMember, findMember, lockMembers, updateMemberRole } from '../db/organisations.ts'
import { AppError } from '../errors.ts'
import { lockAsAdmin, requireShared, requireSharedAdmin } from './require-shared.ts'

const memberId = z.object({ userId: z.uuid() })
const memberAndRole = z.object({ userId: z.uuid(), role: z.enum(MEMBER_ROLES) })

/**
 * Gives a member another role.
 *
 * Throws POLICY_DENIED for plain members and for roles above the viewer's own, NOT_FOUND for somebody who is no
 * member, PRECONDITION_FAILED when it would leave no owner.
 */
export async function changeRole(ctx: Context, given: unknown): Promise<void> {
  const viewer = await requireSharedAdmin(ctx)
  const { userId, role } = parseWith(memberAndRole, given)
  await ctx.db.$transaction(async (tx) => {
    const { member, by } = await requireGoverned(tx, viewer, userId)
    if (!governs(by.organisationRole, role)) throw denied(by, role)
    if (member.role === role) return
    if (member.role === 'OWNER') await requireAnotherOwner(tx, viewer)
    await updateMemberRole(tx, { organisationId: viewer.organisationId, userId, role })
    // Whom somebody may no longer make, they may not let in by a link made before either.
    if (!governs(role, member.role)) await revokeInvitationsBy(tx, at(viewer, userId))
    // Nor may a key change settings that its maker may not.
    if (role === 'MEMBER') await revokeApiKeysOf(tx, at(viewer, userId), 'admin')
    await record(tx, viewer, 'member.role', { member: member.name, from: member.role, to: role })
  })
}

/** Removes a member. Throws as `changeRole`. Their API keys and open invitations end with it. */
export async function removeMember(ctx: Context, given: unknown): Promise<void> {
  const viewer = await requireSharedAdmin(ctx)
  const { userId } = parseWith(memberId, given)
  await ctx.db.$transaction(async (tx) => {
    const { member } = await requireGoverned(tx, viewer, userId)
    await endMembership(tx, viewer, { userId, role: member.role })
    await record(tx, viewer, 'member.remove', { member: member.name })
  })
}

/** The viewer leaves. Throws PRECONDITION_FAILED for the last owner, and in one's own organisation. */
export async function leaveOrganisation(ctx: Context): Promise<void> {
  const viewer = await requireShared(ctx)
  await ctx.db.$transaction(async (tx) => {
    await lockMembers(tx, viewer.organisationId)
    const member = await findMember(tx, viewer.organisationId, viewer.userId)
    if (!member) throw new AppError('NOT_FOUND')
    await endMembership(tx, viewer, { userId: viewer.userId, role: member.role })
    await record(tx, viewer, 'member.leave', { member: viewer.name })
  })
}

/** The member and the viewer, once nobody else can change either; throws when there is none, or they may not. */
async function requireGoverned(tx: Tx, viewer: Viewer, userId: string) {
  const by = await lockAsAdmin(tx, viewer)
  const member = await findMember(tx, viewer.organisationId, userId)
  if (!member) throw new AppError('NOT_FOUND', { message: 'They are no member of this organisation.' })
  if (!governs(by.organisationRole, member.role)) throw denied(by, member.role)
  return { member, by }
}

function denied(viewer: Viewer, role: MemberRole): AppError {
  const [you, they] = [ROLE_PHRASES[viewer.organisationRole], ROLE_PHRASES[role]]
  return new AppError('POLICY_DENIED', { message: `As ${you} you cannot make, change or remove ${they}.` })
}

async function endMembership(tx: Tx, viewer: Viewer, member: { userId: string; role: MemberRole }) {
  if (member.role === 'OWNER') await requireAnotherOwner(tx, viewer)
  await deleteMember(tx, { organisationId: viewer.organisationId, userId: member.userId })
  await revokeInvitationsBy(tx, at(viewer, member.userId))
  // A key acts as its maker, who is leaving.
  await revokeApiKeysOf(tx, at(viewer, member.userId))
}

async function requireAnotherOwner(tx: Tx, { organisationId, organisationName }: Viewer) {
  if ((await countOwners(tx, organisationId)) > 1) return
  throw new AppError('PRECONDITION_FAILED', {
    message: `${organisationName} would be left without an owner.`,
    suggestedAction: 'Make somebody else an owner first.',
  })
}

function at({ organisationId }: Viewer, userId: string) {
  return { organisationId, userId, at: new Date() }
}

function record(tx: Tx, viewer: Viewer, action: string, data: Record<string, string>): Promise<void> {
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
