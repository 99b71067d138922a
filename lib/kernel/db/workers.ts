/** Workers that are alive, and the work that is enqueued for them. Heartbeats use the database's clock, which all share. */

import type { JsonObject } from '../json/json.ts'
import { traceparentField } from '../tracing/tracing.ts'
import type { Database, Tx } from './prisma-client.ts'

export async function recordHeartbeat(
  db: Database,
  { id, host }: { id: string; host: string },
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Worker" ("id", "host", "heartbeatAt") VALUES (${id}, ${host}, clock_timestamp() AT TIME ZONE 'UTC')
    ON CONFLICT ("id") DO UPDATE SET "heartbeatAt" = EXCLUDED."heartbeatAt"`
}

/**
 * Returns the ids of workers that have work in progress but no heartbeat since `afterMs`. Reads the engine's partial
 * index of work in progress, and returns nothing while all workers live, however much they do.
 */
export async function listDeadOwners(db: Database, afterMs: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT w."executor_id" AS "id" FROM dbos."workflow_status" AS w
    WHERE w."status" = 'PENDING' AND w."executor_id" <> '' AND NOT EXISTS (
      SELECT FROM "Worker" WHERE "Worker"."id" = w."executor_id"
        AND "heartbeatAt" > (clock_timestamp() AT TIME ZONE 'UTC') - make_interval(secs => ${afterMs / 1000}::float8))`
  return rows.map(({ id }) => id)
}

export async function countLiveWorkers(db: Database, withinMs: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Worker"
    WHERE "heartbeatAt" > (clock_timestamp() AT TIME ZONE 'UTC') - make_interval(secs => ${withinMs / 1000}::float8)`
  return row?.count ?? 0
}

/** Call it when a worker stops, so that others take over its work without waiting for its timeout. */
export async function deleteWorker(db: Database, id: string): Promise<void> {
  await db.worker.deleteMany({ where: { id } })
}

export async function deleteUnresponsiveWorkers(db: Database): Promise<void> {
  await db.$executeRaw`DELETE FROM "Worker" WHERE "heartbeatAt" < now() AT TIME ZONE 'UTC' - interval '1 day'`
}

/** Runs `work` unless another process runs work of this name. Returns whether it ran. */
export function runExclusively(db: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      const [row] = await tx.$queryRaw<{ mine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "mine"`
      if (row?.mine) await work()
      return row?.mine ?? false
    },
    { timeout: 15_000 },
  )
}

/** For steps of workflows, which fail only while the database is away and can be repeated. */
export const STEP_RETRIES = { retriesAllowed: true, maxAttempts: 8, intervalSeconds: 1, backoffRate: 2 }

/** The name of the site and its workers in the workflow engine. */
export const APPLICATION = 'guildhall'

type WorkflowName = 'run' | 'batch' | 'plan' | 'hook' | 'automation' | 'notices' | 'recall'
export const QUEUES = {
  run: 'runs',
  /** Runs of the lane `long`, so that they never take a worker's slots of the others. */
  longRun: 'long-runs',
  batch: 'batches',
  plan: 'plans',
  hook: 'hooks',
  automation: 'automations',
  notices: 'notices',
  recall: 'recalls',
} as const satisfies Record<WorkflowName | 'longRun', string>

type Workflow = {
  name: WorkflowName
  /** Work that is enqueued twice under one id runs once. */
  id: string
  input: JsonObject
  /** Concurrency is limited per partition. */
  partition: string
  /** By default, the queue of its name. */
  queue?: (typeof QUEUES)[keyof typeof QUEUES]
}

/**
 * Enqueues work through the workflow engine's SQL function, so that it commits together with the rows that the transaction
 * writes. Adds the `traceparent` to the input, so that traces continue in the worker.
 */
export async function enqueueWorkflow(
  tx: Database | Tx,
  { name, id, input, partition, queue = QUEUES[name] }: Workflow,
): Promise<void> {
  await tx.$queryRaw`
    SELECT dbos.enqueue_workflow(
      ${name}, ${queue}, ARRAY[${JSON.stringify({ ...input, ...traceparentField() })}::json],
      workflow_id => ${id}, queue_partition_key => ${partition}, application_name => ${APPLICATION})`
}
