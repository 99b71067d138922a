/**
 * Plans that organisations keep. Floor 1.
 *
 * Invariant: a document is only replaced by somebody who names the revision it was made from, so of two people who
 * save at once one is answered null and nothing written is lost.
 */
import type { Json } from '../contract/json/json.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { Database, Tx } from './client.ts'
import type { SavedPlan } from './generated/client.ts'
import { jsonColumn } from './json-column.ts'

export type SavedPlanRow = Omit<SavedPlan, 'document'> & { document: Json }
export type SavedPlanHead = Omit<SavedPlan, 'document'>

type Place = { organisationId: string; slug: string }

/** An organisation's plans, the one changed last first. */
export function listSavedPlans(db: Database | Tx, organisationId: string): Promise<SavedPlanRow[]> {
  const rows = db.savedPlan.findMany({
    where: { organisationId },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
  })
  return rows as Promise<SavedPlanRow[]>
}

export function countSavedPlans(db: Database | Tx, organisationId: string): Promise<number> {
  return db.savedPlan.count({ where: { organisationId } })
}

export async function findSavedPlan(db: Database | Tx, place: Place): Promise<SavedPlanRow | null> {
  if (!isStorable(place.slug)) return null
  const row = await db.savedPlan.findUnique({ where: { organisationId_slug: place } })
  return row as SavedPlanRow | null
}

/** By what callers name it: its slug, or else its id. */
export async function findNamedPlan(
  db: Database | Tx,
  { organisationId, name }: { organisationId: string; name: string },
): Promise<SavedPlanRow | null> {
  const named = await findSavedPlan(db, { organisationId, slug: name })
  return named ?? findSavedPlanById(db, { organisationId, id: name })
}

export async function findSavedPlanById(
  db: Database | Tx,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<SavedPlanRow | null> {
  if (!isStorable(id)) return null
  return (await db.savedPlan.findFirst({ where: { organisationId, id } })) as SavedPlanRow | null
}

/** False when the organisation has a plan of that slug. */
export async function insertSavedPlan(
  db: Database | Tx,
  { document, ...plan }: Pick<SavedPlanRow, 'organisationId' | 'slug' | 'title' | 'document' | 'createdById'>,
): Promise<boolean> {
  const { count } = await db.savedPlan.createMany({
    data: [{ ...plan, updatedById: plan.createdById, document: jsonColumn(document) }],
    skipDuplicates: true,
  })
  return count === 1
}

/** Replaces what `revision` says. Null, having changed nothing, when it is no longer that revision. */
export async function replaceSavedPlan(
  db: Database | Tx,
  {
    organisationId,
    slug,
    revision,
    ...next
  }: Place & Pick<SavedPlanRow, 'revision' | 'title' | 'document' | 'updatedById'>,
): Promise<SavedPlanHead | null> {
  const [saved] = await db.savedPlan.updateManyAndReturn({
    where: { organisationId, slug, revision },
    data: { ...next, document: jsonColumn(next.document), revision: { increment: 1 } },
    omit: { document: true },
  })
  return saved ?? null
}

/** False when there is none. */
export async function deleteSavedPlan(tx: Tx, place: Place): Promise<boolean> {
  return (await tx.savedPlan.deleteMany({ where: place })).count === 1
}
