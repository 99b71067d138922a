/**
 * An admin's decision on a submission: approve, ask for changes, reject.
 *
 * Floor 3. The decision, the version's move, the catalogue, the audit line and the notices are one
 * transaction. Whoever is second is told who decided what, and when.
 */
import { refreshCatalogEntries } from '../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin } from '../context.ts'
import { paths } from '../contract/market/paths.ts'
import { MOVES } from '../contract/version/version-moves.ts'
import type { NewNotice } from '../db/notices.ts'
import { decideSubmission, findSubmissionHead, type SubmissionHead } from '../db/submissions.ts'
import { lockSkillSet, moveVersion } from '../db/versions.ts'
import { AppError } from '../errors.ts'
import { decidedBefore, movedBefore } from './conflicts.ts'
import { whyNotJudge } from './parties.ts'
import { optionalWords, requireWords } from './reason.ts'
import { auditMove, tellPublisher, tellThoseWhoMustAgree, titleOf } from './tell.ts'

type Verdict = 'approve' | 'ask_changes' | 'reject'

// biome-ignore format: a table reads in rows
const VERDICTS = {
  approve:     { decision: 'APPROVED',      isReasonRequired: false, kind: 'submission.approved' },
  ask_changes: { decision: 'CHANGES_ASKED', isReasonRequired: true,  kind: 'submission.changes_asked' },
  reject:      { decision: 'REJECTED',      isReasonRequired: true,  kind: 'submission.rejected' },
} as const

export type DecisionRequest = { submissionId: string; reason: string }

/** Publishes the version as of now; `reason` is a word to the publisher and may be empty. */
export function approve(ctx: Context, request: DecisionRequest): Promise<void> {
  return decide(ctx, 'approve', request)
}

/** Sends the version back: its publisher may submit the same number again. */
export function askForChanges(ctx: Context, request: DecisionRequest): Promise<void> {
  return decide(ctx, 'ask_changes', request)
}

/** Ends this number for good. */
export function reject(ctx: Context, request: DecisionRequest): Promise<void> {
  return decide(ctx, 'reject', request)
}

/**
 * Throws UNAUTHENTICATED, POLICY_DENIED (not an admin, or the admin who submitted it), NOT_FOUND, INVALID_INPUT
 * (no reason where one is due) and CONFLICT (decided or withdrawn meanwhile).
 */
async function decide(ctx: Context, verdict: Verdict, request: DecisionRequest): Promise<void> {
  const viewer = requireAdmin(ctx)
  const submission = await findSubmissionHead(ctx.db, request.submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const barred = whyNotJudge(viewer, submission)
  if (barred) throw new AppError('POLICY_DENIED', { message: barred })
  const { decision, isReasonRequired } = VERDICTS[verdict]
  const reason = isReasonRequired
    ? requireWords(request.reason, 'reason')
    : optionalWords(request.reason, 'reason')

  const { version } = submission
  const at = new Date()
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSet.id)
    const ruling = { decision, decidedById: viewer.userId, decidedAt: at, ...(reason && { reason }) }
    if (!(await decideSubmission(tx, submission.id, ruling))) throw await decidedBefore(tx, submission.id)
    const published = verdict === 'approve' ? { publishedAt: at, reviewed: true } : {}
    if (!(await moveVersion(tx, version.id, MOVES[verdict], published)))
      throw await movedBefore(tx, verdict, version.id)
    if (verdict === 'approve') await refreshCatalogEntries(tx, version.skillSet.id)
    await auditMove(tx, viewer, verdict, version, {
      submissionId: submission.id,
      revision: submission.revision,
      reason,
    })
    await tellPublisher(tx, viewer, version, noticeOf(verdict, submission, reason))
    if (verdict === 'approve') await tellThoseWhoMustAgree(tx, viewer, version)
  })
}

function noticeOf(verdict: Verdict, { id, version }: SubmissionHead, reason: string): NewNotice {
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
      return { kind, title: `Changes asked for ${title}`, body: reason, href: paths.submission(id) }
    case 'reject':
      return { kind, title: `${title} was rejected`, body: reason, href: paths.submission(id) }
  }
}
