import { type Database, directAccessOf } from '../core/prisma-client.ts'

export type WorkFigures = {
  runsQueued: number
  runsRunning: number
  oldestQueuedSeconds: number
  plansOpen: number
  microsReserved: number
  openPages: number
}

/** Reads open work only, by index; finished runs do not matter. */
export async function measureWork(db: Database): Promise<WorkFigures> {
  const [row] = await db.$queryRaw<WorkFigures[]>`
    SELECT
      (SELECT count(*)::int FROM "Run" WHERE "state" = 'queued') AS "runsQueued",
      (SELECT count(*)::int FROM "Run" WHERE "state" = 'running') AS "runsRunning",
      (SELECT coalesce(extract(epoch FROM (now() AT TIME ZONE 'UTC') - min("createdAt")), 0)::float8
        FROM "Run" WHERE "state" = 'queued') AS "oldestQueuedSeconds",
      (SELECT count(*)::int FROM "PlanRun" WHERE "state" IN ('waiting', 'queued', 'running')) AS "plansOpen",
      (SELECT coalesce(sum("balanceMicros"), 0)::float8 FROM "LedgerAccount" WHERE "kind" = 'hold') AS "microsReserved",
      (SELECT count(*)::int FROM "OpenPage") AS "openPages"`
  return row!
}

export type PoolFigures = { total: number; idle: number; waiting: number }

/** Connections of this process. */
export function measurePool(db: Database): PoolFigures {
  const pool = directAccessOf(db)?.pool
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
}
