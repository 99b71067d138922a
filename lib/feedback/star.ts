/** A person likes a SkillSet, or no longer. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import type { SkillSetRef } from '../db/published.ts'
import { deleteStar, insertStar } from '../db/stars.ts'
import { requireSeen } from './require-seen.ts'

/** Each undoes the other; twice the same changes nothing. Throws UNAUTHENTICATED, and NOT_FOUND for what they cannot see. */
export async function setStar(ctx: Context, ref: SkillSetRef, isStarred: boolean): Promise<void> {
  const { userId } = requireViewer(ctx)
  const { skillSet } = await requireSeen(ctx, ref)
  await (isStarred ? insertStar : deleteStar)(ctx.db, { userId, skillSetId: skillSet.id })
}
