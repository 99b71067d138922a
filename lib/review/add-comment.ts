/** A word to the other side about a submission. Floor 3. */
import type { Context } from '../context.ts'
import { paths } from '../contract/market/paths.ts'
import { insertComment } from '../db/review-comments.ts'
import { findSubmissionHead } from '../db/submissions.ts'
import { AppError } from '../errors.ts'
import { requireParty } from './parties.ts'
import { requireWords } from './reason.ts'
import { auditMove, tellAdmins, tellPublisher, titleOf } from './tell.ts'

/**
 * Adds a comment and tells the other people of the conversation; a decision does not end it.
 *
 * Throws UNAUTHENTICATED, NOT_FOUND for strangers, and INVALID_INPUT without words.
 */
export async function addComment(
  ctx: Context,
  request: { submissionId: string; body: string },
): Promise<void> {
  const submission = await findSubmissionHead(ctx.db, request.submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { id, version, revision } = submission
  const { viewer, isPublisher } = await requireParty(ctx, version.skillSet.publisher.organisationId)
  const body = requireWords(request.body, 'body')

  const notice = {
    kind: 'submission.comment',
    title: `${viewer.name} wrote about ${titleOf(version)}`,
    body,
    href: `${paths.submission(id)}#conversation`,
  }
  await ctx.db.$transaction(async (tx) => {
    // An admin who is also a member speaks for their own side.
    const author = { authorId: viewer.userId, authorName: viewer.name, byAdmin: !isPublisher }
    await insertComment(tx, { ...author, submissionId: id, body })
    await auditMove(tx, viewer, 'comment', version, { submissionId: id, revision })
    await tellPublisher(tx, viewer, version, notice)
    if (isPublisher) await tellAdmins(tx, viewer, notice)
  })
}
