/**
 * Membership counts, whichever organisation the person currently works in, so that notices open for everyone. Members
 * read drafts and try them; only owners and admins of the publisher change anything.
 */
import { type Context, requireViewer, type Viewer } from '../../context/context.ts'
import { requirePublisherAdmin } from '../../context/require-publisher-admin.ts'
import { AppError } from '../../kernel/errors.ts'
import { findOwnSkillSet, type OwnSkillSet } from '../rows/skill-sets.ts'

const ID = /^[0-9a-f-]{36}$/

/** For reading. Throws UNAUTHENTICATED, NOT_FOUND. */
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

/** For every change. Throws as `requireOwnSkillSet`, and POLICY_DENIED for plain members. */
export async function requireOwnSkillSetAdmin(
  ctx: Context,
  skillSetId: string,
): Promise<{ viewer: Viewer; skillSet: OwnSkillSet }> {
  const found = await requireOwnSkillSet(ctx, skillSetId)
  const { organisationId } = found.skillSet.publisher
  await requirePublisherAdmin(ctx.db, { userId: found.viewer.userId, organisationId })
  return found
}
