import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { Decision, Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import type { DraftProgram } from '../model/draft-program.ts'
import { toProgramColumns } from './drafts.ts'

const headFields = {
  id: true,
  versionId: true,
  revision: true,
  checks: true,
  note: true,
  provenance: true,
  program: true,
  programKey: true,
  submittedById: true,
  submittedAt: true,
  queuedAt: true,
  decision: true,
  decidedById: true,
  decidedAt: true,
  reason: true,
  version: {
    select: {
      id: true,
      number: true,
      state: true,
      visibility: true,
      skillSet: {
        select: {
          id: true,
          slug: true,
          name: true,
          publisher: {
            select: {
              id: true,
              handle: true,
              displayName: true,
              organisationId: true,
              verifiedAt: true,
              createdAt: true,
            },
          },
        },
      },
    },
  },
} satisfies Prisma.SubmissionSelect

export type SubmissionHeadRow = Prisma.SubmissionGetPayload<{ select: typeof headFields }>
export type StoredSubmission = SubmissionHeadRow & { document: SkillSetDocument }

type NewSubmission = {
  versionId: string
  document: SkillSetDocument
  checks: JsonObject
  note: string
  submittedById: string
  /** Null if only people wrote the draft. */
  program?: DraftProgram | null
}

const KEEPS_PLACE_DAYS = 14

/**
 * Stores the next revision of the version's submission. It takes the place in the queue of the revision before if that
 * was sent back within 14 days; an older one would otherwise pass everyone. Call with the SkillSet's lock, which makes the count
 * right.
 */
export async function insertSubmission(
  tx: Tx,
  { document, program, ...submission }: NewSubmission,
): Promise<{ id: string; revision: number }> {
  const { versionId } = submission
  const [earlier, last] = await Promise.all([
    tx.submission.count({ where: { versionId } }),
    tx.submission.findFirst({
      where: { versionId },
      orderBy: { revision: 'desc' },
      select: { decision: true, decidedAt: true, queuedAt: true },
    }),
  ])
  const since = new Date(Date.now() - KEEPS_PLACE_DAYS * DAY_MS)
  const keepsPlace =
    last?.decision === 'CHANGES_REQUESTED' && last.decidedAt !== null && last.decidedAt > since
  return tx.submission.create({
    data: {
      ...submission,
      ...(program && toProgramColumns(program)),
      revision: earlier + 1,
      ...(keepsPlace && { queuedAt: last.queuedAt }),
      document: document as Json & object,
    },
    select: { id: true, revision: true },
  })
}

type SubmissionDecision = { decision: Decision; decidedById: string; decidedAt: Date; reason?: string }

/** Returns false if the submission was already decided. */
export async function recordDecision(tx: Tx, id: string, decision: SubmissionDecision): Promise<boolean> {
  const { count } = await tx.submission.updateMany({ where: { id, decision: null }, data: decision })
  return count === 1
}

export async function findSubmissionHead(db: Database | Tx, id: string): Promise<SubmissionHeadRow | null> {
  if (!isStorable(id)) return null
  return db.submission.findUnique({ where: { id }, select: headFields })
}

export async function findSubmission(db: Database | Tx, id: string): Promise<StoredSubmission | null> {
  if (!isStorable(id)) return null
  const row = await db.submission.findUnique({ where: { id }, select: { ...headFields, document: true } })
  return row && { ...row, document: row.document as SkillSetDocument }
}

export function listRevisions(db: Database | Tx, versionId: string): Promise<SubmissionHeadRow[]> {
  return db.submission.findMany({ where: { versionId }, select: headFields, orderBy: { revision: 'asc' } })
}

export function findLastSubmission(db: Database | Tx, skillSetId: string): Promise<SubmissionHeadRow | null> {
  return db.submission.findFirst({
    where: { version: { skillSetId } },
    select: headFields,
    orderBy: [{ submittedAt: 'desc' }, { id: 'desc' }],
  })
}

export function listPendingSubmissions(
  db: Database | Tx,
  page: { after?: string; take: number },
): Promise<SubmissionHeadRow[]> {
  return db.submission.findMany({
    where: { decision: null },
    select: headFields,
    orderBy: [{ queuedAt: 'asc' }, { id: 'asc' }],
    take: page.take,
    ...(page.after && { cursor: { id: page.after }, skip: 1 }),
  })
}

export function listDecidedSubmissions(
  db: Database | Tx,
  page: { after?: string; take: number },
): Promise<SubmissionHeadRow[]> {
  return db.submission.findMany({
    where: { decision: { in: ['APPROVED', 'CHANGES_REQUESTED', 'REJECTED'] } },
    select: headFields,
    orderBy: [{ decidedAt: 'desc' }, { id: 'desc' }],
    take: page.take,
    ...(page.after && { cursor: { id: page.after }, skip: 1 }),
  })
}

export function countPendingSubmissions(db: Database | Tx): Promise<number> {
  return db.submission.count({ where: { decision: null } })
}

/** Returns the submission that has waited longest, but for `exceptId`; null if none waits. */
export function findNextPending(db: Database | Tx, exceptId: string): Promise<SubmissionHeadRow | null> {
  return db.submission.findFirst({
    where: { decision: null, id: { not: exceptId } },
    select: headFields,
    orderBy: [{ queuedAt: 'asc' }, { id: 'asc' }],
  })
}

/** Counts submissions that wait for longer. */
export function countEarlierPending(
  db: Database | Tx,
  { id, queuedAt }: { id: string; queuedAt: Date },
): Promise<number> {
  return db.submission.count({
    where: { decision: null, OR: [{ queuedAt: { lt: queuedAt } }, { queuedAt, id: { lt: id } }] },
  })
}

export type CommentRow = Prisma.ReviewCommentGetPayload<{
  include: { submission: { select: { revision: true } } }
}>

type NewComment = {
  submissionId: string
  authorId: string
  authorName: string
  isByAdmin: boolean
  body: string
  part?: string
  line?: number
  quote?: string
}

export async function insertComment(tx: Tx, comment: NewComment): Promise<void> {
  await tx.reviewComment.create({ data: comment })
}

export function countLineComments(db: Database | Tx, submissionId: string): Promise<number> {
  return db.reviewComment.count({ where: { submissionId, line: { not: null } } })
}

/**
 * Returns the comments on all revisions, oldest first. Comments on lines reach the publisher with the decision; admins
 * (`isAdmin`) see them before.
 */
export function listCommentsOfVersion(
  db: Database | Tx,
  versionId: string,
  { isAdmin }: { isAdmin: boolean },
): Promise<CommentRow[]> {
  return db.reviewComment.findMany({
    where: {
      submission: { versionId },
      ...(!isAdmin && { OR: [{ line: null }, { submission: { decision: { not: null } } }] }),
    },
    include: { submission: { select: { revision: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}
