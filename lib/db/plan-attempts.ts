/**
 * What each attempt of a plan's calls came to. Floor 1. A result is written once and never changed: whoever comes
 * second, a worker that was thought dead for one, reads the first one's.
 */
import type { ToolResult } from '../contract/plan/tool-result.ts'
import type { Database, Tx } from './client.ts'
import { type PlanAttempt, Prisma } from './generated/client.ts'
import { dataColumn } from './json-column.ts'

/** `result` is the ToolResult that `recordAttempt` wrote. */
export type PlanAttemptRow = Omit<PlanAttempt, 'result'> & { result: ToolResult | null }

export type AttemptKey = { planRunId: string; unit: string; attempt: number }
export type AttemptPlace = AttemptKey & { stepId: string; index?: number }

const AS_THEY_BEGAN = [
  { startedAt: 'asc' },
  { index: 'asc' },
  { unit: 'asc' },
  { attempt: 'asc' },
] as const satisfies Prisma.PlanAttemptOrderByWithRelationInput[]

/** In the order in which they began. */
export async function listAttempts(db: Database | Tx, planRunId: string): Promise<PlanAttemptRow[]> {
  const rows = await db.planAttempt.findMany({ where: { planRunId }, orderBy: [...AS_THEY_BEGAN] })
  return rows as unknown as PlanAttemptRow[]
}

/** The same, for somebody who has seen them before: results that are in `seen` are taken from there, not read again. */
export async function listAttemptsSince(
  db: Database | Tx,
  planRunId: string,
  seen: readonly PlanAttemptRow[],
): Promise<PlanAttemptRow[]> {
  if (seen.length === 0) return listAttempts(db, planRunId)
  const last = Math.max(-1, ...seen.map(({ revision }) => revision ?? -1))
  const rows = await db.planAttempt.findMany({
    where: { planRunId },
    orderBy: [...AS_THEY_BEGAN],
    omit: { result: true },
  })
  // Read second, so it has every result of which the first says that there is one.
  const news = await db.planAttempt.findMany({
    where: { planRunId, revision: { gt: last } },
    select: { unit: true, attempt: true, result: true },
  })
  const known = [...seen, ...(news as Pick<PlanAttemptRow, 'unit' | 'attempt' | 'result'>[])]
  const results = new Map(known.map((row) => [keyOf(row), row.result]))
  return rows.map((row) => ({ ...row, result: row.revision === null ? null : results.get(keyOf(row))! }))
}

const keyOf = ({ unit, attempt }: { unit: string; attempt: number }) => `${unit}#${attempt}`

export type GoingRun = { runId: string; progress: number | null; progressNote: string | null }

/** How far the runs are that its attempts wait for. */
export function listGoingRuns(db: Database, planRunId: string): Promise<GoingRun[]> {
  return db.$queryRaw`
    SELECT run."id" AS "runId", run."progress", run."progressNote"
    FROM "PlanAttempt" AS attempt JOIN "Run" AS run ON run."id" = attempt."runId"
    WHERE attempt."planRunId" = ${planRunId} AND attempt."result" IS NULL
    ORDER BY run."id"`
}

export async function findAttempt(
  db: Database | Tx,
  { planRunId, unit, attempt }: AttemptKey,
): Promise<PlanAttemptRow | null> {
  const key = { planRunId, unit, attempt }
  const row = await db.planAttempt.findUnique({ where: { planRunId_unit_attempt: key } })
  return row as unknown as PlanAttemptRow | null
}

/** Says that an attempt begins; it may have been said before. False when its plan run is not running. */
export function beginAttempt(db: Database, { index, ...place }: AttemptPlace): Promise<boolean> {
  return db.$transaction(async (tx) => {
    if ((await raise(tx, place.planRunId, true)) === null) return false
    await tx.planAttempt.createMany({ data: { ...place, index: index ?? null }, skipDuplicates: true })
    return true
  })
}

/** Says which run the attempt became. */
export async function noteAttemptRun(
  db: Database,
  { planRunId, unit, attempt }: AttemptKey,
  runId: string,
): Promise<void> {
  await db.planAttempt.updateMany({ where: { planRunId, unit, attempt, runId: null }, data: { runId } })
}

/** Writes the result, unless there is one; answers the one that stands. */
export function recordAttempt(
  db: Database,
  { index, ...place }: AttemptPlace,
  result: ToolResult,
  runId?: string,
): Promise<ToolResult> {
  return db.$transaction(async (tx) => {
    const written = dataColumn(result)
    const { planRunId, unit, attempt } = place
    const isDone = result.ok || result.status === 'skipped'
    // First of all: nobody else writes a result of it until this one is there, so revisions are in the order of results.
    const revision = await raise(tx, planRunId)
    const first = { ...place, index: index ?? null, runId: runId ?? null, result: written, revision, isDone }
    const { count: created } = await tx.planAttempt.createMany({ data: first, skipDuplicates: true })
    const { count } = created
      ? { count: created }
      : await tx.planAttempt.updateMany({
          where: { planRunId, unit, attempt, result: { equals: Prisma.DbNull } },
          data: { result: written, revision, isDone, ...(runId && { runId }) },
        })
    if (count === 1) return result
    return (await findAttempt(tx, { planRunId, unit, attempt }))?.result ?? result
  })
}

/** Takes over what was done well in the plan run that this one resumes. */
export async function carryAttempts(
  tx: Tx,
  attempts: readonly PlanAttemptRow[],
  planRunId: string,
): Promise<void> {
  await tx.planAttempt.createMany({
    data: attempts.map(({ result, ...attempt }) => ({
      ...attempt,
      planRunId,
      isCarried: true,
      revision: null,
      ...(result && { result: dataColumn(result), revision: 0 }),
    })),
  })
}

/** The new revision; null for one that is gone, or does not run any more when only such a one is meant. */
async function raise(tx: Tx, id: string, onlyRunning = false): Promise<number | null> {
  const [raised] = await tx.planRun.updateManyAndReturn({
    where: { id, ...(onlyRunning && { state: 'running' }) },
    data: { revision: { increment: 1 } },
    select: { revision: true },
  })
  return raised?.revision ?? null
}
