/**
 * Who may see and change a SkillSet of a publisher. Members read its drafts and try them; only owners and admins change
 * anything. A membership counts whichever organisation the person works in at the moment, because a notice opens a page
 * without switching organisations first.
 */
import { type Context, requireViewer, type Viewer } from '../../context/context.ts'
import { requirePublisherAdmin } from '../../context/require-publisher-admin.ts'
import { AppError } from '../../kernel/errors.ts'
import { findOwnSkillSet, type OwnSkillSet } from '../rows/skill-sets.ts'

const ID = /^[0-9a-f-]{36}$/

/** Requires a member, for reading. Throws UNAUTHENTICATED, and NOT_FOUND for everyone else. */
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

/** Requires an owner or admin, for every change. Throws as `requireOwnSkillSet`, and POLICY_DENIED for plain members. */
export async function requireOwnSkillSetAdmin(
  ctx: Context,
  skillSetId: string,
): Promise<{ viewer: Viewer; skillSet: OwnSkillSet }> {
  const found = await requireOwnSkillSet(ctx, skillSetId)
  const { organisationId } = found.skillSet.publisher
  await requirePublisherAdmin(ctx.db, { userId: found.viewer.userId, organisationId })
  return found
}
