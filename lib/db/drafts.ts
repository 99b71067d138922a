/**
 * Working copies: one per SkillSet, complete or not. Floor 1.
 *
 * Invariant: a document is only replaced by somebody who names the revision it was made from, so of two tabs
 * that save at once one is answered null and nothing typed is lost.
 */
import type { Json } from '../contract/json/json.ts'
import type { Database, Tx } from './client.ts'
import { jsonColumn } from './json-column.ts'

export type StoredDraft = { document: Json; revision: number; updatedAt: Date; updatedById: string }
export type SavedDraft = Omit<StoredDraft, 'document'>

const headFields = { revision: true, updatedAt: true, updatedById: true } as const

export async function findDraft(db: Database | Tx, skillSetId: string): Promise<StoredDraft | null> {
  const row = await db.draft.findUnique({
    where: { skillSetId },
    select: { ...headFields, document: true },
  })
  return row && { ...row, document: row.document as Json }
}

export function findDraftHead(db: Database | Tx, skillSetId: string): Promise<SavedDraft | null> {
  return db.draft.findUnique({ where: { skillSetId }, select: headFields })
}

/** Starts the working copy. Returns false when there is one. */
export async function insertDraft(
  db: Database | Tx,
  draft: { skillSetId: string; document: Json; updatedById: string },
): Promise<boolean> {
  const { count } = await db.draft.createMany({
    data: [{ ...draft, document: jsonColumn(draft.document) }],
    skipDuplicates: true,
  })
  return count === 1
}

/** Replaces the document of `revision`. Returns null, having changed nothing, when it is no longer that revision. */
export async function replaceDraft(
  db: Database | Tx,
  draft: { skillSetId: string; revision: number; document: Json; updatedById: string },
): Promise<SavedDraft | null> {
  const { skillSetId, revision, document, updatedById } = draft
  const [saved] = await db.draft.updateManyAndReturn({
    where: { skillSetId, revision },
    data: { document: jsonColumn(document), revision: { increment: 1 }, updatedById },
    select: headFields,
  })
  return saved ?? null
}

/** Throws the working copy away. Returns false when it is no longer that revision. */
export async function deleteDraft(
  tx: Tx,
  { skillSetId, revision }: { skillSetId: string; revision: number },
): Promise<boolean> {
  const { count } = await tx.draft.deleteMany({ where: { skillSetId, revision } })
  return count === 1
}
