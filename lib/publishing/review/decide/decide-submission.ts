/** Decisions on submissions. Each is one transaction; a second admin gets a CONFLICT that names the first decision. */
import { refreshCatalogEntries } from '../../../catalog/refresh-catalog-entries.ts'
import { type Context, requireAdmin } from '../../../context/context.ts'
import { MOVES } from '../../../contracts/versions/version-states.ts'
import { FAN_OUT_TRANSACTION, type Tx } from '../../../kernel/db/prisma-client.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { JsonObject } from '../../../kernel/json/json.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { plural } from '../../../kernel/text/plural.ts'
import type { NewNotice } from '../../../notices/rows/notice-rows.ts'
import { describeRelease, type Release } from '../../model/describe-release.ts'
import { startRollout } from '../../rollouts/start-rollout.ts'
import { countFindings } from '../../rows/review-findings.ts'
import {
  countLineComments,
  findSubmission,
  findSubmissionHead,
  recordDecision,
  type SubmissionHeadRow,
} from '../../rows/submissions.ts'
import { findVersion, lockSkillSet, moveVersion } from '../../rows/versions.ts'
import { reviewBehaviour } from '../read/review-behaviour.ts'
import { reviewPackages } from '../read/review-packages.ts'
import {
  auditMove,
  endReviewNotices,
  formatTitle,
  notifyFollowersToConsent,
  notifyPublisher,
} from '../review-notices.ts'
import {
  alreadyDecidedError,
  optionalText,
  requireAllowedHosts,
  requireMover,
  requireText,
  selfReviewError,
  stateConflictError,
} from '../review-preconditions.ts'
import { parseChecks } from '../submission-checks.ts'

type Move = 'approve' | 'ask_changes' | 'reject'

// biome-ignore format: table
const DECISIONS = {
  approve:     { decision: 'APPROVED',      isReasonRequired: false, kind: 'submission.approved' },
  ask_changes: { decision: 'CHANGES_REQUESTED', isReasonRequired: true,  kind: 'submission.changes_asked' },
  reject:      { decision: 'REJECTED',      isReasonRequired: true,  kind: 'submission.rejected' },
} as const

type DecisionRequest = { submissionId: string; reason: string }

type Approval = DecisionRequest & {
  /** Names of the new packages that only other packages need, as the reviewer saw them. */
  acknowledgedPackages?: readonly string[]
  /** Keys of what the version was observed to do and the approved one was not, as the reviewer saw them. */
  acknowledgedBehaviour?: readonly string[]
}

/**
 * Publishes the version; `reason` is optional. Throws as `decide`, and PRECONDITION_FAILED with the new packages that were
 * not acknowledged, or the new behaviour.
 */
export async function approve(
  ctx: Context,
  { acknowledgedPackages = [], acknowledgedBehaviour = [], ...request }: Approval,
): Promise<void> {
  requireAdmin(ctx)
  await requirePublishable(ctx, request.submissionId, { acknowledgedPackages, acknowledgedBehaviour })
  return decide(ctx, 'approve', request, {
    ...(acknowledgedPackages.length > 0 && { acknowledgedPackages: [...acknowledgedPackages] }),
    ...(acknowledgedBehaviour.length > 0 && { acknowledgedBehaviour: [...acknowledgedBehaviour] }),
  })
}

export type Acknowledged = Required<Pick<Approval, 'acknowledgedPackages' | 'acknowledgedBehaviour'>>

/**
 * Throws NOT_FOUND, POLICY_DENIED if the operator denied a host since the submission, and PRECONDITION_FAILED with what is
 * new in the version and was not acknowledged.
 */
export async function requirePublishable(
  ctx: Context,
  submissionId: string,
  { acknowledgedPackages, acknowledgedBehaviour }: Acknowledged,
): Promise<void> {
  const submission = await findSubmission(ctx.db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  await requireAllowedHosts(ctx.db, submission.document)
  await requireAcknowledgedPackages(ctx, submissionId, acknowledgedPackages)
  await requireAcknowledgedBehaviour(ctx, submissionId, acknowledgedBehaviour)
}

/** Compares with what is known now, so that a list that was seen earlier and has grown since does not suffice. */
async function requireAcknowledgedBehaviour(
  { db }: Context,
  submissionId: string,
  acknowledged: readonly string[],
): Promise<void> {
  const submission = await findSubmission(db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { base, behaviour } = parseChecks(submission.checks)
  const { document } = submission
  const { toAcknowledge } = await reviewBehaviour(db, { document, base, behaviour }, { isAdmin: true })
  const missing = toAcknowledge.filter(({ key }) => !acknowledged.includes(key))
  if (missing.length === 0) return
  throw new AppError('PRECONDITION_FAILED', {
    message: `This version does what the approved one was never seen to do: ${missing.map(({ sentence }) => sentence).join(' ')}`,
    issues: missing.map(({ key, sentence }) => ({
      path: '',
      keyword: 'acknowledge',
      message: sentence,
      params: { key },
    })),
    suggestedAction: 'Look at it under Behaviour, acknowledge each line, then approve.',
  })
}

async function requireAcknowledgedPackages(
  { db }: Context,
  submissionId: string,
  acknowledged: readonly string[],
): Promise<void> {
  const submission = await findSubmission(db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { base } = parseChecks(submission.checks)
  const approved = base ? ((await findVersion(db, base.versionId))?.document ?? null) : null
  const { toAcknowledge } = reviewPackages(submission.document, approved)
  const missing = toAcknowledge.filter((name) => !acknowledged.includes(name))
  if (missing.length === 0) return
  throw new AppError('PRECONDITION_FAILED', {
    message: `This version brings in new packages that its publisher did not name: ${missing.join(', ')}.`,
    issues: missing.map((name) => ({
      path: '/dependencyLock',
      keyword: 'acknowledge',
      message: `${name} is new`,
      params: { name },
    })),
    suggestedAction: 'Look at them under Packages, acknowledge them, then approve.',
  })
}

/** Sends the version back; its number can be submitted again. Throws as `decide`. */
export function requestChanges(ctx: Context, request: DecisionRequest): Promise<void> {
  return decide(ctx, 'ask_changes', request)
}

/**
 * Rejects the version for good: its number stays used. Throws as `decide`, and PRECONDITION_FAILED if the decision quotes no
 * finding: a publisher can only answer and contest what is named.
 */
export function reject(ctx: Context, request: DecisionRequest): Promise<void> {
  return decide(ctx, 'reject', request)
}

/**
 * Records the decision with `audited` beside it, moves the version, and notifies the publisher; after an approval also those who have to consent.
 * Throws UNAUTHENTICATED, POLICY_DENIED (not an admin, or one who `selfReviewError` names), NOT_FOUND, INVALID_INPUT (missing
 * reason) and CONFLICT (already decided or withdrawn).
 */
async function decide(
  ctx: Context,
  move: Move,
  request: DecisionRequest,
  audited: JsonObject = {},
): Promise<void> {
  const viewer = requireAdmin(ctx)
  const submission = await findSubmissionHead(ctx.db, request.submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const selfReview = await selfReviewError(ctx.db, viewer, submission)
  if (selfReview) throw new AppError('POLICY_DENIED', { message: selfReview })
  const { decision, isReasonRequired } = DECISIONS[move]
  const reason = isReasonRequired
    ? requireText(request.reason, 'reason')
    : optionalText(request.reason, 'reason')

  const { version } = submission
  const at = new Date()
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSet.id)
    const decided = { decision, decidedById: viewer.userId, decidedAt: at, ...(reason && { reason }) }
    if (!(await recordDecision(tx, submission.id, decided)))
      throw await alreadyDecidedError(tx, submission.id)
    const release = move === 'approve' ? await publishReviewed(tx, { move, version, at }) : null
    if (move !== 'approve' && !(await moveVersion(tx, version.id, MOVES[move])))
      throw await stateConflictError(tx, move, version.id)
    const findings = await countFindings(tx, submission.id)
    if (move === 'reject' && findings === 0)
      throw new AppError('PRECONDITION_FAILED', {
        message: 'A rejection quotes at least one finding, and this one quotes none.',
        suggestedAction: 'Quote a finding of the site or add your own under Findings, then reject.',
        href: paths.submission(submission.id),
      })
    await auditMove(tx, viewer, move, version, {
      submissionId: submission.id,
      revision: submission.revision,
      reason,
      ...(findings > 0 && { findings }),
      ...audited,
    })
    if (release?.kind === 'gradual') await auditMove(tx, viewer, 'roll_out', version)
    await endReviewNotices(tx, submission.id)
    const lineComments = await countLineComments(tx, submission.id)
    const notice = createNotice(move, submission, { reason, release })
    const comments = lineComments > 0 ? `\n\n${plural(lineComments, 'comment')} on lines.` : ''
    const quoted =
      findings > 0 ? `\n\n${plural(findings, 'finding')} to answer on the page of the submission.` : ''
    await notifyPublisher(tx, viewer, version, { ...notice, body: `${notice.body}${quoted}${comments}` })
    if (move === 'approve') await notifyFollowersToConsent(tx, viewer, version)
  }, FAN_OUT_TRANSACTION)
}

type Publication = { move: 'approve' | 'overturn'; version: SubmissionHeadRow['version']; at: Date }

/**
 * Publishes a version that was approved, or whose rejection was overturned, and returns how it is released. Call with the
 * SkillSet's lock, and `notifyFollowersToConsent` afterwards. Throws CONFLICT if the state of the version does not allow it.
 */
export async function publishReviewed(tx: Tx, { move, version, at }: Publication): Promise<Release> {
  if (!(await moveVersion(tx, version.id, MOVES[move], { publishedAt: at, reviewed: true })))
    throw await stateConflictError(tx, move, version.id)
  const release = await startRollout(tx, version, at)
  // The catalogue lists the version once it reaches everyone.
  await refreshCatalogEntries(tx, version.skillSet.id)
  return release
}

function createNotice(
  move: Move,
  { id, version }: SubmissionHeadRow,
  { reason, release }: { reason: string; release: Release | null },
): NewNotice {
  const { kind } = DECISIONS[move]
  const { skillSet } = version
  const title = formatTitle(version)
  switch (move) {
    case 'approve':
      return {
        kind,
        title: `${title} is published`,
        body: [
          reason || 'An admin approved this version.',
          ...(release ? [describeRelease(release)] : []),
        ].join('\n\n'),
        href:
          release?.kind === 'gradual'
            ? paths.rollout(skillSet.publisher.handle, skillSet.slug, version.number)
            : paths.skillSet(skillSet.publisher.handle, skillSet.slug),
      }
    case 'ask_changes':
      return { kind, title: `Changes requested for ${title}`, body: reason, href: paths.submission(id) }
    case 'reject':
      return {
        kind,
        title: `${title} was rejected`,
        body: `${reason}\n\nYou can appeal against this decision on the page of the submission.`,
        href: paths.submission(id),
      }
  }
}

/**
 * Takes a submission back. The version's number stays reserved. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for admins who are not
 * members, and CONFLICT if it was already decided.
 */
export async function withdrawFromReview(ctx: Context, submissionId: string): Promise<void> {
  const submission = await findSubmissionHead(ctx.db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  const { version } = submission
  const { viewer } = await requireMover(ctx, 'withdraw', version.skillSet.publisher.organisationId)

  const decided = { decision: 'WITHDRAWN' as const, decidedById: viewer.userId, decidedAt: new Date() }
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, version.skillSet.id)
    if (!(await recordDecision(tx, submissionId, decided))) throw await alreadyDecidedError(tx, submissionId)
    if (!(await moveVersion(tx, version.id, MOVES.withdraw)))
      throw await stateConflictError(tx, 'withdraw', version.id)
    await auditMove(tx, viewer, 'withdraw', version, { submissionId, revision: submission.revision })
    await endReviewNotices(tx, submissionId)
  })
}
