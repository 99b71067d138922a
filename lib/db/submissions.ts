/**
 * Submissions: frozen revisions of a version, and where they stand in the queue. Floor 1.
 *
 * Invariant: a decision is written once, by a conditional UPDATE, and never changed.
 */

import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { Database, Tx } from './client.ts'
import type { Decision, Prisma } from './generated/client.ts'

// Everything but the documents, with what a line of the queue needs to name it.
const headFields = {
  id: true,
  versionId: true,
  revision: true,
  checks: true,
  note: true,
  submittedById: true,
  submittedAt: true,
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
          publisher: { select: { handle: true, displayName: true, organisationId: true, verifiedAt: true } },
        },
      },
    },
  },
} satisfies Prisma.SubmissionSelect

export type SubmissionHead = Prisma.SubmissionGetPayload<{ select: typeof headFields }>
export type StoredSubmission = SubmissionHead & { document: SkillSetDocument }

export type NewSubmission = {
  versionId: string
  document: SkillSetDocument
  checks: JsonObject
  note: string
  submittedById: string
}

/** Adds the next revision of its version and returns its id. The caller holds the SkillSet's lock. */
export async function insertSubmission(
  tx: Tx,
  { document, ...submission }: NewSubmission,
): Promise<{ id: string; revision: number }> {
  const earlier = await tx.submission.count({ where: { versionId: submission.versionId } })
  return tx.submission.create({
    data: { ...submission, revision: earlier + 1, document: document as unknown as Json & object },
    select: { id: true, revision: true },
  })
}

export type Ruling = { decision: Decision; decidedById: string; decidedAt: Date; reason?: string }

/** Writes the decision. Returns false, having changed nothing, when one stands already. */
export async function decideSubmission(tx: Tx, id: string, ruling: Ruling): Promise<boolean> {
  const { count } = await tx.submission.updateMany({ where: { id, decision: null }, data: ruling })
  return count === 1
}

export async function findSubmissionHead(db: Database | Tx, id: string): Promise<SubmissionHead | null> {
  // Whatever stands in a URL ends here.
  if (!isStorable(id)) return null
  return db.submission.findUnique({ where: { id }, select: headFields })
}

/** The submission with its frozen document; null when there is none. */
export async function findSubmission(db: Database | Tx, id: string): Promise<StoredSubmission | null> {
  if (!isStorable(id)) return null
  const row = await db.submission.findUnique({ where: { id }, select: { ...headFields, document: true } })
  // It passed the checklist before it was stored.
  return row && { ...row, document: row.document as unknown as SkillSetDocument }
}

/** All revisions of a version, the first one first. */
export function listRevisions(db: Database | Tx, versionId: string): Promise<SubmissionHead[]> {
  return db.submission.findMany({ where: { versionId }, select: headFields, orderBy: { revision: 'asc' } })
}

/** The last submission of a SkillSet, whatever its number or decision. */
export function findLastSubmission(db: Database | Tx, skillSetId: string): Promise<SubmissionHead | null> {
  return db.submission.findFirst({
    where: { version: { skillSetId } },
    select: headFields,
    orderBy: [{ submittedAt: 'desc' }, { id: 'desc' }],
  })
}

/** Everything that waits for a decision, the longest waiting first. */
export function listWaiting(
  db: Database | Tx,
  page: { after?: string; take: number },
): Promise<SubmissionHead[]> {
  return db.submission.findMany({
    where: { decision: null },
    select: headFields,
    orderBy: [{ submittedAt: 'asc' }, { id: 'asc' }],
    take: page.take,
    ...(page.after && { cursor: { id: page.after }, skip: 1 }),
  })
}

/** What admins decided, the last decision first. A withdrawal is nobody's decision and is left out. */
export function listDecided(
  db: Database | Tx,
  page: { after?: string; take: number },
): Promise<SubmissionHead[]> {
  return db.submission.findMany({
    where: { decision: { in: ['APPROVED', 'CHANGES_ASKED', 'REJECTED'] } },
    select: headFields,
    orderBy: [{ decidedAt: 'desc' }, { id: 'desc' }],
    take: page.take,
    ...(page.after && { cursor: { id: page.after }, skip: 1 }),
  })
}

export function countWaiting(db: Database | Tx): Promise<number> {
  return db.submission.count({ where: { decision: null } })
}

/** How many have waited longer than this one. */
export function countAhead(
  db: Database | Tx,
  { id, submittedAt }: { id: string; submittedAt: Date },
): Promise<number> {
  return db.submission.count({
    where: { decision: null, OR: [{ submittedAt: { lt: submittedAt } }, { submittedAt, id: { lt: id } }] },
  })
}
