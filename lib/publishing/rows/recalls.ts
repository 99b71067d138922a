import type { Recall } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'
import { NAMES_OF_SKILL_SET } from './former-names.ts'

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

/** Takes the versions down for good, out of their quarantine, which ends if none remains in it. */
export async function recallVersions(
  tx: Tx,
  { id, versionIds, reason }: Pick<Recall, 'id' | 'versionIds' | 'reason'>,
  at: Date,
): Promise<void> {
  const where = { id: { in: versionIds } }
  const quarantined = await tx.version.findMany({ where, select: { quarantineId: true } })
  await tx.version.updateMany({
    where,
    data: { state: 'YANKED', yankedAt: at, yankReason: reason, recallId: id, quarantineId: null },
  })
  const ids = [...new Set(quarantined.flatMap(({ quarantineId }) => quarantineId ?? []))]
  await tx.quarantine.updateMany({
    where: { id: { in: ids }, endedAt: null, versions: { none: {} } },
    data: { endedAt: at, endReason: 'A recall followed.' },
  })
}

export function listRecallRows(db: Database, take: number): Promise<RecallRow[]> {
  return db.recall.findMany({ where: { withdrawnAt: null }, orderBy: { proposedAt: 'desc' }, take })
}

export type PublishedRecall = RecallRow & { publicNumbers: string[] }

/** Returns confirmed recalls of public versions, the newest first, each with the numbers of these. */
export async function listPublicRecalls(db: Database, take: number): Promise<PublishedRecall[]> {
  const rows = await db.recall.findMany({
    where: { confirmedAt: { not: null }, versions: { some: { visibility: 'PUBLIC' } } },
    include: { versions: { where: { visibility: 'PUBLIC' }, select: { number: true } } },
    orderBy: { number: 'desc' },
    take,
  })
  return rows.map(({ versions, ...row }) => ({ ...row, publicNumbers: versions.map(({ number }) => number) }))
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

/** Returns those that were confirmed since then, and whose organisations were told once. */
export async function listRecallsToComplete(db: Database, since: Date): Promise<string[]> {
  const rows = await db.recall.findMany({
    where: { confirmedAt: { gte: since }, toldAt: { not: null } },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

type RecalledVersion = { number: string; visibility: string }

export type RecallWithVersions = RecallRow & { versions: RecalledVersion[] }

export const VERSIONS = { select: { number: true, visibility: true } } as const

export function listRecalledVersions(db: Database | Tx, recallId: string): Promise<RecalledVersion[]> {
  return db.version.findMany({ where: { recallId }, ...VERSIONS })
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
