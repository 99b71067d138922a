/** Throwing away what nobody depends on yet. Floor 3. */
import { recordAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { deleteDraft as deleteStored } from '../db/drafts.ts'
import { deleteUnpublished, isPublished } from '../db/skill-sets.ts'
import { lockSkillSet } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { requireOwnSkillSet, requireOwnSkillSetAdmin } from './own-skill-set.ts'

/**
 * Throws the working copy away; what is published stays as it is. For members.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for strangers, CONFLICT when somebody saved meanwhile, and PRECONDITION_FAILED
 * when nothing is published: then the SkillSet would be empty, and `deleteSkillSet` is what is meant.
 */
export async function deleteDraft(
  ctx: Context,
  { skillSetId, revision }: { skillSetId: string; revision: number },
): Promise<void> {
  await requireOwnSkillSet(ctx, skillSetId)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    if (!(await isPublished(tx, skillSetId))) {
      const message = 'Nothing is published yet, so the draft is all there is. Delete the SkillSet instead.'
      throw new AppError('PRECONDITION_FAILED', { message })
    }
    if (!(await deleteStored(tx, { skillSetId, revision }))) {
      throw new AppError('CONFLICT', { message: 'Somebody saved this draft since you opened it.' })
    }
  })
}

/**
 * Deletes a SkillSet with its draft and its test runs. For owners and admins of the organisation.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for strangers, POLICY_DENIED for plain members, and PRECONDITION_FAILED when
 * something is in review or was ever published: callers may have pinned it.
 */
export async function deleteSkillSet(ctx: Context, skillSetId: string): Promise<void> {
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, skillSetId)
    if (!(await deleteUnpublished(tx, skillSetId))) {
      const message = 'Versions of it are published or in review, so it cannot be deleted any more.'
      throw new AppError('PRECONDITION_FAILED', {
        message,
        suggestedAction: 'Withdraw it, or deprecate its versions.',
      })
    }
    await recordAudit(tx, {
      actor: viewer,
      action: 'skill_set.delete',
      subjectType: 'skill_set',
      subjectId: skillSetId,
      subject: `${skillSet.publisher.handle}.${skillSet.slug}`,
    })
  })
}
