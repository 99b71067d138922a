import { findConfirmedPeople, findNames } from '../../../accounts/rows/users.ts'
import { type Context, requireAdmin } from '../../../context/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import { CursorField } from '../../../kernel/validation/text-fields.ts'
import { findSkillSetById } from '../../rows/published-versions.ts'
import {
  type CommentRow,
  countEarlierPending,
  countPendingSubmissions,
  findLastSubmission,
  listCommentsOfVersion,
  listDecidedSubmissions,
  listPendingSubmissions,
  type SubmissionHeadRow,
} from '../../rows/submissions.ts'
import { requireParty } from '../review-preconditions.ts'
import type { CommentView, DecisionView, QueueLine, QueuePage, SubmissionStatus } from '../review-views.ts'
import { parseChecks } from '../submission-checks.ts'

export type QueueTab = 'waiting' | 'decided'

const PAGE_SIZE = 50

/**
 * Returns a page of the submissions that wait, longest first, or of the decided ones, latest decision first. An invalid
 * cursor is the first page. For admins. Throws UNAUTHENTICATED, POLICY_DENIED.
 */
export async function getReviewQueue(
  ctx: Context,
  tab: QueueTab = 'waiting',
  after?: string,
): Promise<QueuePage> {
  requireAdmin(ctx)
  const list = tab === 'waiting' ? listPendingSubmissions : listDecidedSubmissions
  const rows = await list(ctx.db, { after: CursorField.parse(after), take: PAGE_SIZE + 1 })
  const page = rows.slice(0, PAGE_SIZE)
  const [names, confirmed] = await Promise.all([
    findNames(ctx.db, page.flatMap(listReviewParticipants)),
    findConfirmedPeople(
      ctx.db,
      page.map(({ submittedById }) => submittedById),
    ),
  ])
  return {
    lines: page.map((row) => toQueueLine(row, names, confirmed)),
    waiting: await countPendingSubmissions(ctx.db),
    nextCursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  }
}

export function listReviewParticipants({ submittedById, decidedById }: SubmissionHeadRow): string[] {
  return decidedById ? [submittedById, decidedById] : [submittedById]
}

/** Returns null for a submission that waits. */
export function toDecisionView(row: SubmissionHeadRow, names: Map<string, string>): DecisionView | null {
  if (!row.decision || !row.decidedById || !row.decidedAt) return null
  return {
    kind: row.decision,
    by: nameOrPlaceholder(row.decidedById, names),
    atMs: row.decidedAt.getTime(),
    reason: row.reason,
  }
}

export function nameOrPlaceholder(userId: string, names: Map<string, string>): string {
  return names.get(userId) ?? 'Former member'
}

function toQueueLine(
  row: SubmissionHeadRow,
  names: Map<string, string>,
  confirmed: ReadonlySet<string>,
): QueueLine {
  const { publisher, slug, name } = row.version.skillSet
  const { base, size, stakes } = parseChecks(row.checks)
  return {
    id: row.id,
    publisher: {
      handle: publisher.handle,
      displayName: publisher.displayName,
      verified: publisher.verifiedAt !== null,
      sinceMs: publisher.createdAt.getTime(),
    },
    skillSet: { slug, name },
    versionNumber: row.version.number,
    revision: row.revision,
    baseNumber: base?.number ?? null,
    size,
    stakes,
    submittedBy: nameOrPlaceholder(row.submittedById, names),
    isEmailConfirmed: confirmed.has(row.submittedById),
    submittedAtMs: row.submittedAt.getTime(),
    decision: toDecisionView(row, names),
  }
}

/**
 * Returns the status of a SkillSet's last submission; all fields are empty if nothing was submitted. Throws
 * UNAUTHENTICATED, and NOT_FOUND for non-members.
 */
export async function getSubmissionStatus(ctx: Context, skillSetId: string): Promise<SubmissionStatus> {
  const skillSet = await findSkillSetById(ctx.db, skillSetId)
  if (!skillSet) throw new AppError('NOT_FOUND')
  await requireParty(ctx, skillSet.publisher.organisationId)

  const last = await findLastSubmission(ctx.db, skillSetId)
  if (!last)
    return {
      state: null,
      versionNumber: null,
      submissionId: null,
      note: '',
      queuePosition: null,
      decision: null,
    }
  const names = await findNames(ctx.db, listReviewParticipants(last))
  return {
    state: last.version.state,
    versionNumber: last.version.number,
    submissionId: last.id,
    note: last.note,
    queuePosition: await findQueuePosition(ctx, last),
    decision: toDecisionView(last, names),
  }
}

/** Returns null once the submission is decided. */
export async function findQueuePosition(
  ctx: Context,
  submission: SubmissionHeadRow,
): Promise<SubmissionStatus['queuePosition']> {
  if (submission.decision) return null
  const [earlier, waiting] = await Promise.all([
    countEarlierPending(ctx.db, submission),
    countPendingSubmissions(ctx.db),
  ])
  return { position: earlier + 1, of: waiting }
}

export function toCommentView(row: CommentRow): CommentView {
  const { id, submission, authorName: author, isByAdmin, body, createdAt, part, line, quote } = row
  const location = part !== null && line !== null ? { part, line, quote: quote ?? '' } : null
  return { id, revision: submission.revision, author, isByAdmin, body, atMs: createdAt.getTime(), location }
}

type FollowedSubmission = {
  submissionStatus: SubmissionStatus
  comments: CommentView[]
  revision: number
}

/** Returns what the studio shows while a submission waits. Throws UNAUTHENTICATED, and NOT_FOUND for non-participants. */
export async function followSubmission(ctx: Context, skillSetId: string): Promise<FollowedSubmission> {
  const submissionStatus = await getSubmissionStatus(ctx, skillSetId)
  const last = await findLastSubmission(ctx.db, skillSetId)
  const rows = last ? await listCommentsOfVersion(ctx.db, last.versionId, { isAdmin: false }) : []
  return { submissionStatus, comments: rows.map(toCommentView), revision: last?.revision ?? 0 }
}
