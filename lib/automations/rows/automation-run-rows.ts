import type { AutomationRun, PlanRunState, RunState } from '../../kernel/db/generated/client.ts'
import { dataColumn, errorColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { PublicError } from '../../kernel/errors.ts'
import type { AutomationEvent, AutomationRunState } from '../model/automation-trigger.ts'

export type AutomationRunRow = Omit<AutomationRun, 'event' | 'error' | 'state'> & {
  state: AutomationRunState
  event: AutomationEvent | null
  error: PublicError | null
}

type NewAutomationRun = Pick<AutomationRunRow, 'id' | 'automationId' | 'key' | 'dueAt' | 'state'> & {
  event?: AutomationEvent
  error?: PublicError
  chain?: string[]
  endedAt?: Date
}

/** Returns false, and inserts nothing, if an occurrence with this key exists. */
export async function insertAutomationRun(
  tx: Tx,
  { event, error, ...run }: NewAutomationRun,
): Promise<boolean> {
  const data = {
    ...run,
    ...(event && { event: dataColumn(event) }),
    ...(error && { error: errorColumn(error) }),
  }
  return (await tx.automationRun.createMany({ data: [data], skipDuplicates: true })).count === 1
}

export async function findAutomationRun(
  db: Database | Tx,
  where: { id: string } | { automationId: string; key: string },
): Promise<AutomationRunRow | null> {
  return (await db.automationRun.findFirst({ where })) as AutomationRunRow | null
}

export function listAutomationRuns(
  db: Database,
  automationId: string,
  { after, take }: { after?: string; take: number },
): Promise<AutomationRunRow[]> {
  const rows = db.automationRun.findMany({
    where: { automationId, ...(after && { id: { lt: after } }) },
    orderBy: { id: 'desc' },
    take,
  })
  return rows as Promise<AutomationRunRow[]>
}

export async function listLatestAutomationRuns(
  db: Database,
  automationIds: string[],
): Promise<Map<string, AutomationRunRow>> {
  const rows = await db.automationRun.findMany({
    where: { automationId: { in: automationIds } },
    distinct: ['automationId'],
    orderBy: [{ automationId: 'asc' }, { id: 'desc' }],
  })
  return new Map((rows as AutomationRunRow[]).map((row) => [row.automationId, row]))
}

export const OPEN_RUN_STATES: AutomationRunState[] = ['waiting', 'starting', 'started']

export function countAutomationRuns(
  db: Database | Tx,
  automationId: string,
  states: AutomationRunState[],
): Promise<number> {
  return db.automationRun.count({ where: { automationId, state: { in: states } } })
}

type RunChange = Partial<Pick<AutomationRunRow, 'runId' | 'planRunId' | 'endedAt' | 'chain' | 'dueAt'>> & {
  state?: AutomationRunState
  event?: AutomationEvent
  error?: PublicError
}

/** States in which the start may still need the message as input. */
const BEFORE_START: AutomationRunState[] = ['waiting', 'starting']

/**
 * Moves an occurrence to another state, and returns whether it was in `from`. Its message is deleted after the start,
 * because the run has it as input then, with its own retention and quota.
 */
export async function moveAutomationRun(
  tx: Database | Tx,
  { id, from }: { id: string; from: AutomationRunState },
  { event, error, ...change }: RunChange,
): Promise<boolean> {
  const data = {
    ...change,
    ...(event && { event: dataColumn(event) }),
    ...(error && { error: errorColumn(error) }),
  }
  const { count } = await tx.automationRun.updateMany({ where: { id, state: from }, data })
  if (count === 1 && !BEFORE_START.includes(change.state ?? from))
    await tx.$executeRaw`
      UPDATE "AutomationRun" SET "event" = NULL WHERE "id" = ${id} AND "json_field"("event", 'kind') = 'webhook'`
  return count === 1
}

export async function lockDueAutomationRuns(tx: Tx, now: Date, take: number): Promise<AutomationRunRow[]> {
  const due = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "AutomationRun" WHERE "state" = 'waiting' AND "dueAt" <= ${now}
    ORDER BY "dueAt" LIMIT ${take} FOR UPDATE SKIP LOCKED`
  if (due.length === 0) return []
  const rows = await tx.automationRun.findMany({ where: { id: { in: due.map(({ id }) => id) } } })
  return rows as AutomationRunRow[]
}

/** Locks the occurrence that is collecting changes. */
export async function lockWaitingRun(
  tx: Tx,
  { automationId, key }: { automationId: string; key: string },
): Promise<AutomationRunRow | null> {
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "AutomationRun"
    WHERE "automationId" = ${automationId} AND "state" = 'waiting' AND starts_with("key", ${key})
    LIMIT 1 FOR UPDATE`
  return found ? findAutomationRun(tx, { id: found.id }) : null
}

export async function deleteAutomationRun(tx: Tx, id: string): Promise<void> {
  await tx.automationRun.deleteMany({ where: { id } })
}

export async function deleteAutomationRunsBefore(db: Database, before: Date): Promise<number> {
  return (await db.automationRun.deleteMany({ where: { endedAt: { lt: before } } })).count
}

type EndedAutomationRun = {
  id: string
  automationId: string
  /** Null if the run was deleted. */
  runState: RunState | PlanRunState | null
  error: PublicError | null
}

export function listEndedAutomationRuns(db: Database, take: number): Promise<EndedAutomationRun[]> {
  return db.$queryRaw<EndedAutomationRun[]>`
    SELECT "one"."id", "one"."automationId", COALESCE("run"."state"::text, "plan"."state"::text) AS "runState",
      COALESCE("run"."error", "plan"."error") AS "error"
    FROM "AutomationRun" AS "one"
    LEFT JOIN "Run" AS "run" ON "run"."id" = "one"."runId"
    LEFT JOIN "PlanRun" AS "plan" ON "plan"."id" = "one"."planRunId"
    WHERE "one"."state" = 'started' AND ("run"."endedAt" IS NOT NULL OR "plan"."endedAt" IS NOT NULL
      OR ("run"."id" IS NULL AND "plan"."id" IS NULL))
    LIMIT ${take}`
}

/** Returns occurrences that were starting for so long that the workflow engine has given them up. */
export function listStuckAutomationRuns(
  db: Database,
  { before, take }: { before: Date; take: number },
): Promise<Pick<AutomationRunRow, 'id' | 'automationId'>[]> {
  return db.automationRun.findMany({
    where: { state: 'starting', createdAt: { lt: before } },
    select: { id: true, automationId: true },
    take,
  })
}

/** Returns the automations that led to a run, the latest last; empty for other runs. */
export async function findAutomationChain(
  db: Database | Tx,
  { runId, planRunId }: { runId?: string; planRunId?: string },
): Promise<string[]> {
  const run = runId
    ? await db.run.findUnique({ where: { id: runId }, select: { rootRunId: true, planRunId: true } })
    : null
  const root = run?.rootRunId
    ? await db.run.findUnique({ where: { id: run.rootRunId }, select: { planRunId: true } })
    : null
  const rootRunId = run?.rootRunId ?? runId
  const ofPlan = planRunId ?? root?.planRunId ?? run?.planRunId
  const found = await db.automationRun.findFirst({
    where: { OR: [...(rootRunId ? [{ runId: rootRunId }] : []), ...(ofPlan ? [{ planRunId: ofPlan }] : [])] },
    select: { automationId: true, chain: true },
  })
  return found ? [...found.chain, found.automationId] : []
}
