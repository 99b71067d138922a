/** Decides in one transaction; a second admin gets a CONFLICT with the first decision. */
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin } from '../../../context/context.ts'
import { MOVES } from '../../../contracts/versions/version-states.ts'
import { FAN_OUT_TRANSACTION } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { plural } from '../../../kernel/text/plural.ts'
import type { NewNotice } from '../../../notices/rows/notice-rows.ts'
import {
  countLineComments,
  findSubmissionHead,
  recordDecision,
  type SubmissionHeadRow,
} from '../../rows/submissions.ts'
import { lockSkillSet, moveVersion } from '../../rows/versions.ts'
import { auditMove, notifyFollowersToConsent, notifyPublisher, titleOf } from '../review-notices.ts'
import {
  alreadyDecidedError,
  optionalText,
  requireMover,
  requireText,
  selfReviewError,
  stateConflictError,
} from '../review-preconditions.ts'

type Verdict = 'approve' | 'ask_changes' | 'reject'

// biome-ignore format: table
const VERDICTS = {
  approve:     { decision: 'APPROVED',      isReasonRequired: false, kind: 'submission.approved' },
  ask_changes: { decision: 'CHANGES_REQUESTED', isReasonRequired: true,  kind: 'submission.changes_asked' },
  reject:      { decision: 'REJECTED',      isReasonRequired: true,  kind: 'submission.rejected' },
} as const

type DecisionRequest = { submissionId: string; reason: string }

/** Publishes the version; `reason` is optional. Throws as `decide`. */
export function approve(ctx: Context, request: DecisionRequest): Promise<void> {
  return decide(ctx, 'approve', request)
}

/** Throws as `decide`. */
export function askForChanges(ctx: Context, request: DecisionRequest): Promise<void> {
  return decide(ctx, 'ask_changes', request)
}

/** Rejects for good: the number stays used. Throws as `decide`. */
export function reject(ctx: Context, request: DecisionRequest): Promise<void> {
  return decide(ctx, 'reject', request)
}

/**
 * Throws UNAUTHENTICATED, POLICY_DENIED (not an admin, or the admin who submitted it), NOT_FOUND, INVALID_INPUT
 * (missing reason) and CONFLICT (already decided or withdrawn).
 */
async function decide(ctx: Context, verdict: Verdict, request: DecisionRequest): Promise<void> {
  const viewer = requireAdmin(ctx)
  const submission = await findSubmissionHead(ctx.db, request.submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const barred = selfReviewError(viewer, submission)
  if (barred) throw new AppError('POLICY_DENIED', { message: barred })
  const { decision, isReasonRequired } = VERDICTS[verdict]
  const reason = isReasonRequired
    ? requireText(request.reason, 'reason')
    : optionalText(request.reason, 'reason')

  const { version } = submission
  const at = new Date()
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSet.id)
    const ruling = { decision, decidedById: viewer.userId, decidedAt: at, ...(reason && { reason }) }
    if (!(await recordDecision(tx, submission.id, ruling))) throw await alreadyDecidedError(tx, submission.id)
    const published = verdict === 'approve' ? { publishedAt: at, reviewed: true } : {}
    if (!(await moveVersion(tx, version.id, MOVES[verdict], published)))
      throw await stateConflictError(tx, verdict, version.id)
    if (verdict === 'approve') await refreshCatalogEntries(tx, version.skillSet.id)
    await auditMove(tx, viewer, verdict, version, {
      submissionId: submission.id,
      revision: submission.revision,
      reason,
    })
    const lineComments = await countLineComments(tx, submission.id)
    const notice = noticeOf(verdict, submission, reason)
    const comments = lineComments > 0 ? `\n\n${plural(lineComments, 'comment')} on lines.` : ''
    await notifyPublisher(tx, viewer, version, { ...notice, body: `${notice.body}${comments}` })
    if (verdict === 'approve') await notifyFollowersToConsent(tx, viewer, version)
  }, FAN_OUT_TRANSACTION)
}

function noticeOf(verdict: Verdict, { id, version }: SubmissionHeadRow, reason: string): NewNotice {
  const { kind } = VERDICTS[verdict]
  const { skillSet } = version
  const title = titleOf(version)
  switch (verdict) {
    case 'approve':
      return {
        kind,
        title: `${title} is published`,
        body: reason || 'An admin approved it. Everyone can find and run it now.',
        href: paths.skillSet(skillSet.publisher.handle, skillSet.slug),
      }
    case 'ask_changes':
      return { kind, title: `Changes requested for ${title}`, body: reason, href: paths.submission(id) }
    case 'reject':
      return { kind, title: `${title} was rejected`, body: reason, href: paths.submission(id) }
  }
}

/**
 * The version's number stays reserved. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for admins who are not
 * members, and CONFLICT if it was already decided.
 */
export async function withdrawFromReview(ctx: Context, submissionId: string): Promise<void> {
  const submission = await findSubmissionHead(ctx.db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { version } = submission
  const { viewer } = await requireMover(ctx, 'withdraw', version.skillSet.publisher.organisationId)

  const ruling = { decision: 'WITHDRAWN' as const, decidedById: viewer.userId, decidedAt: new Date() }
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSet.id)
    if (!(await recordDecision(tx, submissionId, ruling))) throw await alreadyDecidedError(tx, submissionId)
    if (!(await moveVersion(tx, version.id, MOVES.withdraw)))
      throw await stateConflictError(tx, 'withdraw', version.id)
    await auditMove(tx, viewer, 'withdraw', version, { submissionId, revision: submission.revision })
  })
}
