/** A publisher takes a submission back before it is decided. Floor 3. */
import type { Context } from '../context.ts'
import { MOVES } from '../contract/version/version-moves.ts'
import { decideSubmission, findSubmissionHead } from '../db/submissions.ts'
import { lockSkillSet, moveVersion } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { decidedBefore, movedBefore } from './conflicts.ts'
import { requireMover } from './parties.ts'
import { auditMove } from './tell.ts'

/**
 * Takes the submission out of the queue; the number stays reserved and may be submitted again.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for strangers, POLICY_DENIED for admins who are no members, and CONFLICT
 * when an admin was faster.
 */
export async function withdraw(ctx: Context, submissionId: string): Promise<void> {
  const submission = await findSubmissionHead(ctx.db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { version } = submission
  const { viewer } = await requireMover(ctx, 'withdraw', version.skillSet.publisher.organisationId)

  const ruling = { decision: 'WITHDRAWN' as const, decidedById: viewer.userId, decidedAt: new Date() }
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSet.id)
    if (!(await decideSubmission(tx, submissionId, ruling))) throw await decidedBefore(tx, submissionId)
    if (!(await moveVersion(tx, version.id, MOVES.withdraw)))
      throw await movedBefore(tx, 'withdraw', version.id)
    await auditMove(tx, viewer, 'withdraw', version, { submissionId, revision: submission.revision })
  })
}
