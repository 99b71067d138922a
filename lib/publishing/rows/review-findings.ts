import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import type { FindingAnswerKind } from '../model/finding-answers.ts'
import type { FindingSeverity } from '../model/finding-severities.ts'

const include = { answer: true, submission: { select: { revision: true, decision: true, versionId: true } } }

export type FindingRow = Prisma.ReviewFindingGetPayload<{ include: typeof include }>

export type NewFinding = {
  submissionId: string
  rule: string
  ruleVersion: number
  severity: FindingSeverity
  pointer: string | null
  file: string | null
  line: number | null
  place: string
  quote: string | null
  evidence: string
  why: string
  fix: string
  isAutomated: boolean
  authorId: string
}

export async function insertFinding(tx: Tx, finding: NewFinding): Promise<string> {
  const { id } = await tx.reviewFinding.create({ data: finding, select: { id: true } })
  return id
}

/** Returns false if there is none, or its submission is decided. */
export async function deleteFinding(
  tx: Tx,
  { id, submissionId }: { id: string; submissionId: string },
): Promise<boolean> {
  const { count } = await tx.reviewFinding.deleteMany({
    where: { id, submissionId, submission: { decision: null } },
  })
  return count === 1
}

export async function findFinding(db: Database | Tx, id: string): Promise<FindingRow | null> {
  return isStorable(id) ? db.reviewFinding.findUnique({ where: { id }, include }) : null
}

export function countFindings(db: Database | Tx, submissionId: string): Promise<number> {
  return db.reviewFinding.count({ where: { submissionId } })
}

/**
 * Returns the findings on all revisions of a version, in the order in which they were quoted. The publisher sees those of
 * decisions only; admins (`isAdmin`) also those that a reviewer has quoted in a submission that waits.
 */
export function listFindingsOfVersion(
  db: Database | Tx,
  versionId: string,
  { isAdmin }: { isAdmin: boolean },
): Promise<FindingRow[]> {
  const decided = {
    decision: { in: ['APPROVED' as const, 'CHANGES_REQUESTED' as const, 'REJECTED' as const] },
  }
  return db.reviewFinding.findMany({
    where: { submission: { versionId, OR: [decided, ...(isAdmin ? [{ decision: null }] : [])] } },
    include,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

export type RulePrecision = {
  rule: string
  /** Findings that decisions quoted. */
  quoted: number
  /** What publishers answered. */
  fixed: number
  accepted: number
  disputed: number
  /** Findings of rejections that an appeal overturned. */
  overturned: number
}

/** Returns, for each rule that a decision quoted, what became of its findings; the most disputed first. */
export function countFindingsByRule(db: Database): Promise<RulePrecision[]> {
  return db.$queryRaw<RulePrecision[]>`
    SELECT f."rule", count(*)::int AS "quoted",
      count(*) FILTER (WHERE a."kind" = 'fixed')::int AS "fixed",
      count(*) FILTER (WHERE a."kind" = 'accepted')::int AS "accepted",
      count(*) FILTER (WHERE a."kind" = 'disputed')::int AS "disputed",
      count(*) FILTER (WHERE appeal."outcome" = 'overturned')::int AS "overturned"
    FROM "ReviewFinding" AS f JOIN "Submission" AS s ON s."id" = f."submissionId"
    LEFT JOIN "FindingAnswer" AS a ON a."findingId" = f."id"
    LEFT JOIN "Appeal" AS appeal ON appeal."kind" = 'rejection' AND appeal."decisionId" = s."id"
    WHERE s."decision" IN ('APPROVED', 'CHANGES_REQUESTED', 'REJECTED')
    GROUP BY f."rule" ORDER BY "overturned" DESC, "disputed" DESC, "quoted" DESC, f."rule" LIMIT 200`
}

type NewAnswer = {
  findingId: string
  kind: FindingAnswerKind
  text: string
  revision: number | null
  answeredById: string
  answeredByName: string
}

/** Replaces an earlier answer. */
export async function saveAnswer(tx: Tx, { findingId, ...answer }: NewAnswer): Promise<void> {
  const data = { ...answer, answeredAt: new Date() }
  await tx.findingAnswer.upsert({ where: { findingId }, create: { findingId, ...data }, update: data })
}

/** Tells whether a later revision of the version has been decided. */
export async function hasLaterDecision(
  db: Database | Tx,
  { versionId, revision }: { versionId: string; revision: number },
): Promise<boolean> {
  const later = {
    versionId,
    revision: { gt: revision },
    decision: { not: null, notIn: ['WITHDRAWN' as const] },
  }
  return (await db.submission.count({ where: later })) > 0
}

/** Returns the highest revision of the version; 0 if it was never submitted. */
export async function findLastRevision(db: Database | Tx, versionId: string): Promise<number> {
  const { _max } = await db.submission.aggregate({ where: { versionId }, _max: { revision: true } })
  return _max.revision ?? 0
}
