import type { Context } from '../../context/context.ts'
import { findSubmissionHead, insertComment } from '../../db/catalog/submissions.ts'
import { AppError } from '../../errors.ts'
import { paths } from '../../site/paths.ts'
import { auditMove, notifyAdmins, notifyPublisher, titleOf } from '../model/review-notices.ts'
import { requireParty, requireText } from '../model/review-preconditions.ts'

/**
 * Adds a comment, also after the decision, and notifies the other participants. Throws UNAUTHENTICATED, NOT_FOUND for
 * non-participants, and INVALID_INPUT for an empty comment.
 */
export async function addComment(
  ctx: Context,
  request: { submissionId: string; body: string },
): Promise<void> {
  const submission = await findSubmissionHead(ctx.db, request.submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { id, version, revision } = submission
  const { viewer, isPublisher } = await requireParty(ctx, version.skillSet.publisher.organisationId)
  const body = requireText(request.body, 'body')

  const notice = {
    kind: 'submission.comment',
    title: `${viewer.name} commented on ${titleOf(version)}`,
    body,
    href: `${paths.submission(id)}#conversation`,
  }
  await ctx.db.$transaction(async (tx) => {
    const author = { authorId: viewer.userId, authorName: viewer.name, isByAdmin: !isPublisher }
    await insertComment(tx, { ...author, submissionId: id, body })
    await auditMove(tx, viewer, 'comment', version, { submissionId: id, revision })
    await notifyPublisher(tx, viewer, version, notice)
    if (isPublisher) await notifyAdmins(tx, viewer, notice)
  })
}
