import { type PlanAttempt, Prisma } from '../../kernel/db/generated/client.ts'
import { dataColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { ToolResult } from '../../runs/model/tool-result.ts'

export type PlanAttemptRow = Omit<PlanAttempt, 'result'> & { result: ToolResult | null }

type AttemptKey = { planRunId: string; unit: string; attempt: number }
export type AttemptRef = AttemptKey & { stepId: string; index?: number }

const BY_START = [
  { startedAt: 'asc' },
  { index: 'asc' },
  { unit: 'asc' },
  { attempt: 'asc' },
] as const satisfies Prisma.PlanAttemptOrderByWithRelationInput[]

export async function listAttempts(db: Database | Tx, planRunId: string): Promise<PlanAttemptRow[]> {
  const rows = await db.planAttempt.findMany({ where: { planRunId }, orderBy: [...BY_START] })
  return rows as PlanAttemptRow[]
}

/** Returns all attempts, reading only the results that `knownRows` lacks: they can be large. */
export async function listAttemptsSince(
  db: Database | Tx,
  planRunId: string,
  knownRows: readonly PlanAttemptRow[],
): Promise<PlanAttemptRow[]> {
  if (knownRows.length === 0) return listAttempts(db, planRunId)
  const last = Math.max(-1, ...knownRows.map(({ revision }) => revision ?? -1))
  const rows = await db.planAttempt.findMany({
    where: { planRunId },
    orderBy: [...BY_START],
    omit: { result: true },
  })
  // Read after the rows, so that every result which they refer to is found.
  const newResults = await db.planAttempt.findMany({
    where: { planRunId, revision: { gt: last } },
    select: { unit: true, attempt: true, result: true },
  })
  const known = [...knownRows, ...(newResults as Pick<PlanAttemptRow, 'unit' | 'attempt' | 'result'>[])]
  const results = new Map(known.map((row) => [keyOf(row), row.result]))
  return rows.map((row) => ({ ...row, result: row.revision === null ? null : results.get(keyOf(row))! }))
}

const keyOf = ({ unit, attempt }: { unit: string; attempt: number }) => `${unit}#${attempt}`

export type ActiveRun = { runId: string; progress: number | null; progressNote: string | null }

export function listActiveRuns(db: Database, planRunId: string): Promise<ActiveRun[]> {
  return db.$queryRaw<ActiveRun[]>`
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
  return row as PlanAttemptRow | null
}

/** Records that an attempt begins; once is enough. Returns false if the plan run is not running. */
export function beginAttempt(db: Database, { index, ...ref }: AttemptRef): Promise<boolean> {
  return db.$transaction(async (tx) => {
    if ((await incrementRevision(tx, ref.planRunId, true)) === null) return false
    await tx.planAttempt.createMany({ data: { ...ref, index: index ?? null }, skipDuplicates: true })
    return true
  })
}

export async function setAttemptRun(
  db: Database,
  { planRunId, unit, attempt }: AttemptKey,
  runId: string,
): Promise<void> {
  await db.planAttempt.updateMany({ where: { planRunId, unit, attempt, runId: null }, data: { runId } })
}

/** Stores the result unless there is one, and returns the stored one. */
export function recordAttempt(
  db: Database,
  { index, ...ref }: AttemptRef,
  result: ToolResult,
  runId?: string,
): Promise<ToolResult> {
  return db.$transaction(async (tx) => {
    const written = dataColumn(result)
    const { planRunId, unit, attempt } = ref
    const isDone = result.ok || result.status === 'skipped'
    // Locks the plan run, so that revisions follow the order of results.
    const revision = await incrementRevision(tx, planRunId)
    const first = { ...ref, index: index ?? null, runId: runId ?? null, result: written, revision, isDone }
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

/** Copies the attempts of the plan run that this one resumes. */
export async function copyAttempts(
  tx: Tx,
  attempts: readonly PlanAttemptRow[],
  planRunId: string,
): Promise<void> {
  await tx.planAttempt.createMany({
    data: attempts.map(({ result, ...attempt }) => ({
      ...attempt,
      planRunId,
      isCarriedOver: true,
      revision: null,
      ...(result && { result: dataColumn(result), revision: 0 }),
    })),
  })
}

async function incrementRevision(tx: Tx, id: string, onlyRunning = false): Promise<number | null> {
  const [updated] = await tx.planRun.updateManyAndReturn({
    where: { id, ...(onlyRunning && { state: 'running' }) },
    data: { revision: { increment: 1 } },
    select: { revision: true },
  })
  return updated?.revision ?? null
}
