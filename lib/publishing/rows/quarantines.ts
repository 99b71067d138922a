import type { Withdrawal } from '../../contracts/versions/withdrawal.ts'
import type { Quarantine } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type QuarantineRow = Quarantine

type NewQuarantine = Pick<
  Quarantine,
  'skillSetId' | 'numbers' | 'subject' | 'reason' | 'createdById' | 'createdByName' | 'createdAt' | 'endsAt'
>

export async function insertQuarantine(
  tx: Tx,
  quarantine: NewQuarantine,
  versionIds: readonly string[],
): Promise<string> {
  const { id } = await tx.quarantine.create({ data: quarantine, select: { id: true } })
  await tx.version.updateMany({ where: { id: { in: [...versionIds] } }, data: { quarantineId: id } })
  return id
}

export function findQuarantine(db: Database | Tx, id: string): Promise<QuarantineRow | null> {
  return db.quarantine.findUnique({ where: { id } })
}

type End = Pick<Quarantine, 'endedAt' | 'endReason' | 'endedById' | 'endedByName'>

/** Frees its versions. Returns false if it has ended. */
export async function endQuarantineRow(tx: Tx, id: string, end: End): Promise<boolean> {
  const { count } = await tx.quarantine.updateMany({ where: { id, endedAt: null }, data: end })
  if (count === 1) await tx.version.updateMany({ where: { quarantineId: id }, data: { quarantineId: null } })
  return count === 1
}

export function listQuarantineRows(
  db: Database,
  { isActive, take }: { isActive: boolean; take: number },
): Promise<QuarantineRow[]> {
  return db.quarantine.findMany({
    where: { endedAt: isActive ? null : { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })
}

export async function listExpiredQuarantines(db: Database, now: Date): Promise<string[]> {
  const rows = await db.quarantine.findMany({
    where: { endedAt: null, endsAt: { lte: now } },
    select: { id: true },
    take: 100,
  })
  return rows.map(({ id }) => id)
}

/** Returns those that ended since then; `endedByName` is null if no one lifted it. */
export function listEndedQuarantines(
  tx: Tx,
  { skillSetId, since }: { skillSetId: string; since: Date },
): Promise<QuarantineRow[]> {
  return tx.quarantine.findMany({ where: { skillSetId, endedAt: { gte: since } } })
}

type OpenRun = { id: string; skillSet: string; number: string; withdrawal: Withdrawal }

/** Returns open runs of versions in quarantine or recalled: they are to be stopped. Drafts have no version. */
export async function listOpenWithdrawnRuns(db: Database, take: number): Promise<OpenRun[]> {
  const rows = await db.$queryRaw<
    (Omit<OpenRun, 'withdrawal'> & {
      endsAt: Date | null
      reason: string
      recallId: string | null
      recallClass: string | null
      replacement: string | null
    })[]
  >`
    SELECT run."id", p."handle" || '.' || s."slug" AS "skillSet", v."number", q."endsAt",
      coalesce(recall."reason", q."reason") AS "reason", recall."id" AS "recallId", recall."recallClass",
      recall."replacement"
    FROM "Run" AS run JOIN "Version" AS v ON v."id" = run."versionId"
    JOIN "SkillSet" AS s ON s."id" = v."skillSetId" JOIN "Publisher" AS p ON p."id" = s."publisherId"
    LEFT JOIN "Recall" AS recall ON recall."id" = v."recallId"
    LEFT JOIN "Quarantine" AS q ON q."id" = v."quarantineId" AND q."endsAt" > now() AT TIME ZONE 'UTC'
    WHERE run."state" IN ('queued', 'running') AND run."mode" = 'production'
      AND (recall."id" IS NOT NULL OR q."id" IS NOT NULL)
    ORDER BY run."id" LIMIT ${take}::int`
  return rows.map(({ id, skillSet, number, endsAt, reason, recallId, recallClass, replacement }) => ({
    ...{ id, skillSet, number },
    withdrawal:
      recallId !== null
        ? { kind: 'recall', id: recallId, recallClass: recallClass ?? '', reason, replacement }
        : { kind: 'quarantine', reason, endsAtMs: endsAt?.getTime() ?? 0 },
  }))
}

/** Whether any version is in quarantine, or was recalled since then. */
export async function hasWithdrawals(db: Database, since: Date): Promise<boolean> {
  const [row] = await db.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM "Quarantine" WHERE "endedAt" IS NULL)
      OR EXISTS (SELECT FROM "Recall" WHERE "confirmedAt" >= ${since}) AS "has"`
  return row?.has ?? false
}
