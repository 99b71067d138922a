/**
 * Whose SkillSet it is: the first line of everything in the studio. Floor 3.
 *
 * Membership of the owning organisation counts, not the organisation somebody acts for at the moment, so that a
 * notice opens for everyone it was sent to. To all others the SkillSet does not exist.
 */
import { type Context, requireViewer, type Viewer } from '../context.ts'
import { findRole } from '../db/member-role.ts'
import { findOwnSkillSet, type OwnSkillSet } from '../db/skill-sets.ts'
import { AppError } from '../errors.ts'

const ID = /^[0-9a-f-]{36}$/

/** Throws UNAUTHENTICATED for visitors and NOT_FOUND for strangers. */
export async function requireOwnSkillSet(
  ctx: Context,
  skillSetId: string,
): Promise<{ viewer: Viewer; skillSet: OwnSkillSet }> {
  const viewer = requireViewer(ctx)
  const skillSet = ID.test(skillSetId)
    ? await findOwnSkillSet(ctx.db, { skillSetId, userId: viewer.userId })
    : null
  if (!skillSet)
    throw new AppError('NOT_FOUND', { message: 'There is no such SkillSet, or it is not yours.' })
  return { viewer, skillSet }
}

/** The same for owners and admins of the owning organisation; POLICY_DENIED for plain members. */
export async function requireOwnSkillSetAdmin(
  ctx: Context,
  skillSetId: string,
): Promise<{ viewer: Viewer; skillSet: OwnSkillSet }> {
  const found = await requireOwnSkillSet(ctx, skillSetId)
  const { organisationId } = found.skillSet.publisher
  if ((await findRole(ctx.db, { userId: found.viewer.userId, organisationId })) === 'MEMBER') {
    throw new AppError('POLICY_DENIED', {
      message: 'Only owners and admins of the organisation can do this.',
    })
  }
  return found
}
