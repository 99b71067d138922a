import { z } from 'zod'
import { type Context, requireAdmin } from '../../../context/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { parseFields } from '../../../kernel/validation/parse-with.ts'
import { toStorable } from '../../../kernel/validation/storable.ts'
import { IdField } from '../../../kernel/validation/text-fields.ts'
import { SUBMISSION_PART_NAMES } from '../../model/commentable-parts.ts'
import { findSubmission, findSubmissionHead, insertComment } from '../../rows/submissions.ts'
import { auditMove, formatTitle, notifyAdmins, notifyPublisher } from '../review-notices.ts'
import { requireActingParty, requireText } from '../review-preconditions.ts'
import { findSubmittedPlace } from '../submission-parts.ts'

/**
 * Adds to the conversation about a submission, also after the decision, and notifies the other participants. Throws UNAUTHENTICATED, NOT_FOUND
 * for non-participants, POLICY_DENIED for plain members of the publisher, and INVALID_INPUT for an empty comment.
 */
export async function addComment(
  ctx: Context,
  request: { submissionId: string; body: string },
): Promise<void> {
  const submission = await findSubmissionHead(ctx.db, request.submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { id, version, revision } = submission
  const { viewer, isPublisher } = await requireActingParty(ctx, version.skillSet.publisher.organisationId)
  const body = requireText(request.body, 'body')

  const notice = {
    kind: 'submission.comment',
    title: `${viewer.name} commented on ${formatTitle(version)}`,
    body,
    href: `${paths.submission(id)}#conversation`,
  } as const
  await ctx.db.$transaction(async (tx) => {
    const author = { authorId: viewer.userId, authorName: viewer.name, isByAdmin: !isPublisher }
    await insertComment(tx, { ...author, submissionId: id, body })
    await auditMove(tx, viewer, 'comment', version, { submissionId: id, revision })
    await notifyPublisher(tx, viewer, version, notice)
    if (isPublisher) await notifyAdmins(tx, viewer, notice)
  })
}

const lineFields = z.object({
  skill: IdField,
  part: z.enum(SUBMISSION_PART_NAMES),
  /** The path of a file of the skill. */
  file: z.string().max(1_000).optional(),
  line: z.int('Enter a line number.').min(1, 'Enter a line number.'),
  body: z.string().max(100_000),
})

/**
 * Comments on a line of code, schema or file, with the line as a quote. The publisher sees it with the decision. Throws
 * UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, INVALID_INPUT for a line that does not exist and an empty comment, and
 * CONFLICT once the submission is decided.
 */
export async function addLineComment(ctx: Context, submissionId: string, form: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const { body, ...place } = parseFields(lineFields, form)
  const submission = await findSubmission(ctx.db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  if (submission.decision)
    throw new AppError('CONFLICT', { message: 'This submission has been decided. Send a message instead.' })
  const { place: part, text } = await findSubmittedPlace(ctx.db, submission, place)
  await insertComment(ctx.db, {
    ...{ submissionId, line: place.line, part },
    ...{ authorId: viewer.userId, authorName: viewer.name, isByAdmin: true },
    quote: toStorable((text ?? '').trim().slice(0, 300)),
    body: requireText(body, 'body'),
  })
}
