import type { Recall } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'
import { NAMES_OF_SKILL_SET } from './former-names.ts'
import type { PublishedState } from './published-versions.ts'

export type RecallRow = Recall

type NewRecall = Pick<
  Recall,
  | 'skillSetId'
  | 'versionIds'
  | 'numbers'
  | 'skillSetName'
  | 'title'
  | 'recallClass'
  | 'windowFrom'
  | 'windowTo'
  | 'reason'
  | 'replacement'
  | 'proposedById'
  | 'proposedByName'
>

export async function insertRecall(tx: Tx, recall: NewRecall): Promise<string> {
  return (await tx.recall.create({ data: recall, select: { id: true } })).id
}

export function findRecall(db: Database | Tx, id: string): Promise<RecallRow | null> {
  return db.recall.findUnique({ where: { id } })
}

/** Returns a proposal for one of the versions that waits for its confirmation. */
export function findOpenProposal(
  tx: Tx,
  { skillSetId, versionIds }: { skillSetId: string; versionIds: readonly string[] },
): Promise<RecallRow | null> {
  return tx.recall.findFirst({
    where: { skillSetId, versionIds: { hasSome: [...versionIds] }, confirmedAt: null, withdrawnAt: null },
  })
}

type Confirmation = { confirmedById: string; confirmedByName: string; confirmedAt: Date }

/** Returns false if it was confirmed or withdrawn. */
export async function confirmRecallRow(tx: Tx, id: string, confirmation: Confirmation): Promise<boolean> {
  const where = { id, confirmedAt: null, withdrawnAt: null }
  return (await tx.recall.updateMany({ where, data: confirmation })).count === 1
}

export async function withdrawRecallRow(tx: Tx, id: string, withdrawnAt: Date): Promise<boolean> {
  const where = { id, confirmedAt: null, withdrawnAt: null }
  return (await tx.recall.updateMany({ where, data: { withdrawnAt } })).count === 1
}

type StateBefore = { state: PublishedState; yankReason: string | null; yankedAt: string | null }

/**
 * Takes the versions down, out of their quarantine, which ends if none remains in it. Keeps what they were before, for
 * `restoreRecalledVersions`.
 */
export async function recallVersions(
  tx: Tx,
  { id, versionIds, reason }: Pick<Recall, 'id' | 'versionIds' | 'reason'>,
  at: Date,
): Promise<void> {
  const where = { id: { in: versionIds } }
  const before = await tx.version.findMany({
    where,
    select: { id: true, state: true, yankReason: true, yankedAt: true, quarantineId: true },
  })
  const statesBefore = Object.fromEntries(
    before.map(({ id, state, yankReason, yankedAt }) => [
      id,
      { state, yankReason, yankedAt: yankedAt?.toISOString() ?? null },
    ]),
  )
  await tx.recall.update({ where: { id }, data: { statesBefore } })
  await tx.version.updateMany({
    where,
    data: { state: 'YANKED', yankedAt: at, yankReason: reason, recallId: id, quarantineId: null },
  })
  const ids = [...new Set(before.flatMap(({ quarantineId }) => quarantineId ?? []))]
  await tx.quarantine.updateMany({
    where: { id: { in: ids }, endedAt: null, versions: { none: {} } },
    data: { endedAt: at, endReason: 'A recall followed.' },
  })
}

/** Recalls that were confirmed before 1.0.0 have no former states: a retraction leaves their versions taken down. */
export function hasFormerStates({ statesBefore }: Pick<RecallRow, 'statesBefore'>): boolean {
  return statesBefore !== null
}

/** Gives the versions of a retracted recall the states back that they had before it. */
export async function restoreRecalledVersions(tx: Tx, { id, statesBefore }: RecallRow): Promise<void> {
  const before = (statesBefore ?? {}) as Record<string, StateBefore>
  for (const version of await tx.version.findMany({ where: { recallId: id }, select: { id: true } })) {
    // Without its former state, a version stays taken down.
    const { state, yankReason, yankedAt } = before[version.id] ?? { state: 'YANKED' as const }
    await tx.version.update({
      where: { id: version.id },
      data: { recallId: null, state, yankReason, yankedAt: yankedAt && new Date(yankedAt) },
    })
  }
}

type RetractionProposal = {
  retractReason: string
  retractProposedById: string
  retractProposedByName: string
  retractProposedAt: Date
}

/** Returns false unless the recall is confirmed, and no retraction of it is proposed or confirmed. */
export async function proposeRetractionRow(
  tx: Tx,
  id: string,
  proposal: RetractionProposal,
): Promise<boolean> {
  const where = { id, confirmedAt: { not: null }, retractProposedById: null }
  return (await tx.recall.updateMany({ where, data: proposal })).count === 1
}

const PROPOSED_RETRACTION = { retractProposedById: { not: null }, retractedAt: null }

/** Returns false unless the retraction that was proposed then waits for its confirmation. */
export async function withdrawRetractionRow(
  tx: Tx,
  { id, proposedAt }: { id: string; proposedAt: Date },
): Promise<boolean> {
  const data = {
    ...{ retractReason: null, retractProposedAt: null },
    ...{ retractProposedById: null, retractProposedByName: null },
  }
  const where = { id, retractProposedAt: proposedAt, ...PROPOSED_RETRACTION }
  return (await tx.recall.updateMany({ where, data })).count === 1
}

type RetractionConfirmation = { retractedById: string; retractedByName: string; retractedAt: Date }

/** Returns false unless the retraction that was proposed then, by someone else than who confirms it, waits for that. */
export async function retractRecallRow(
  tx: Tx,
  { id, proposedAt }: { id: string; proposedAt: Date },
  confirmation: RetractionConfirmation,
): Promise<boolean> {
  const where = {
    ...{ id, retractProposedAt: proposedAt, retractedAt: null },
    retractProposedById: { not: confirmation.retractedById },
  }
  return (await tx.recall.updateMany({ where, data: confirmation })).count === 1
}

/**
 * Whether the recall is in force: confirmed and not retracted. Holds the row until the transaction ends, so that a retraction
 * comes after what the transaction does for the recall, such as telling someone.
 */
export async function lockInForce(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isInForce: boolean }[]>`
    SELECT "confirmedAt" IS NOT NULL AND "retractedAt" IS NULL AS "isInForce" FROM "Recall" WHERE "id" = ${id} FOR SHARE`
  return row?.isInForce ?? false
}

export async function saveRetractionTold(db: Database, id: string, retractToldAt: Date): Promise<void> {
  await db.recall.updateMany({ where: { id, retractToldAt: null }, data: { retractToldAt } })
}

/** Returns those that were retracted since then, whether or not everyone was told. */
export async function listRetractionsToComplete(db: Database, since: Date): Promise<string[]> {
  const rows = await db.recall.findMany({ where: { retractedAt: { gte: since } }, select: { id: true } })
  return rows.map(({ id }) => id)
}

export function listRecallRows(db: Database, take: number): Promise<RecallRow[]> {
  return db.recall.findMany({ where: { withdrawnAt: null }, orderBy: { proposedAt: 'desc' }, take })
}

export type PublishedRecall = RecallRow & { publicNumbers: string[] }

/** Returns confirmed recalls of public versions, retracted ones too, the newest first, each with the numbers of these. */
export async function listPublicRecalls(db: Database, take: number): Promise<PublishedRecall[]> {
  const found = await db.$queryRaw<{ id: string; publicNumbers: string[] }[]>`
    SELECT recall."id", array_agg(v."number" ORDER BY v."id") AS "publicNumbers"
    FROM "Recall" AS recall JOIN "Version" AS v ON v."id" = ANY(recall."versionIds") AND v."visibility" = 'PUBLIC'
    WHERE recall."confirmedAt" IS NOT NULL
    GROUP BY recall."id" ORDER BY recall."number" DESC LIMIT ${take}::int`
  const numbersOf = new Map(found.map(({ id, publicNumbers }) => [id, publicNumbers]))
  const rows = await db.recall.findMany({
    where: { id: { in: [...numbersOf.keys()] } },
    orderBy: { number: 'desc' },
  })
  return rows.map((row) => ({ ...row, publicNumbers: numbersOf.get(row.id) ?? [] }))
}

/** Whether one of its versions could be seen by everyone. */
export async function isPublicRecall(db: Database | Tx, versionIds: readonly string[]): Promise<boolean> {
  return (await db.version.count({ where: { id: { in: [...versionIds] }, visibility: 'PUBLIC' } })) > 0
}

export async function findRecallOwner(
  db: Database | Tx,
  skillSetId: string,
): Promise<{ organisationId: string; handle: string; slug: string; names: string[] } | null> {
  const [row] = await db.$queryRaw<
    { organisationId: string; handle: string; slug: string; names: string[] }[]
  >`
    SELECT p."organisationId", p."handle", s."slug", ${NAMES_OF_SKILL_SET} AS "names"
    FROM "SkillSet" AS s JOIN "Publisher" AS p ON p."id" = s."publisherId" WHERE s."id" = ${skillSetId}`
  return row ?? null
}

export async function saveGathered(db: Database | Tx, id: string, gatheredAt: Date): Promise<void> {
  await db.recall.updateMany({ where: { id }, data: { gatheredAt } })
}

export async function saveTold(db: Database | Tx, id: string, toldAt: Date): Promise<void> {
  await db.recall.updateMany({ where: { id, toldAt: null }, data: { toldAt } })
}

/** Returns those in force that were confirmed since then, and whose organisations were told once. */
export async function listRecallsToComplete(db: Database, since: Date): Promise<string[]> {
  const rows = await db.recall.findMany({
    where: { confirmedAt: { gte: since }, toldAt: { not: null }, retractedAt: null },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** Returns the numbers of those of these versions that everyone could see. */
export async function listPublicNumbers(db: Database | Tx, versionIds: readonly string[]): Promise<string[]> {
  const rows = await db.version.findMany({
    where: { id: { in: [...versionIds] }, visibility: 'PUBLIC' },
    select: { number: true },
  })
  return rows.map(({ number }) => number)
}

/** A condition on runs, as `run`: those of the recalled versions in its window. */
export function runsOfRecall({
  versionIds,
  windowFrom,
  windowTo,
}: Pick<Recall, 'versionIds' | 'windowFrom' | 'windowTo'>) {
  return sql`run."versionId" = ANY(${versionIds}) AND run."mode" = 'production'
    ${windowFrom ? sql`AND run."createdAt" >= ${windowFrom}` : sql.empty}
    ${windowTo ? sql`AND run."createdAt" <= ${windowTo}` : sql.empty}`
}
