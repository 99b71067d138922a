/** Membership counts, whichever organisation the person currently works in, so that notices open for everyone. */
import { type Context, requireViewer, type Viewer } from '../context/context.ts'
import { findRole } from '../db/accounts/invitation-rows.ts'
import { findOwnSkillSet, type OwnSkillSet } from '../db/catalog/skill-sets.ts'
import { AppError } from '../errors.ts'

const ID = /^[0-9a-f-]{36}$/

export async function requireOwnSkillSet(
  ctx: Context,
  skillSetId: string,
): Promise<{ viewer: Viewer; skillSet: OwnSkillSet }> {
  const viewer = requireViewer(ctx)
  const skillSet = ID.test(skillSetId)
    ? await findOwnSkillSet(ctx.db, { skillSetId, userId: viewer.userId })
    : null
  if (!skillSet)
    throw new AppError('NOT_FOUND', {
      message: 'This SkillSet does not exist, or you do not have access to it.',
    })
  return { viewer, skillSet }
}

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
