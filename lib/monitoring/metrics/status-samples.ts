/** Status samples serve sites without Prometheus. */

import { measureWork } from '../../audit/rows/activity.ts'
import { type Context, requireAdmin } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import {
  addStatusSample,
  deleteStatusSamples,
  listStatusSamples,
  measureDatabaseBytes,
  type StatusSampleRow,
} from '../rows/status-samples.ts'
import {
  estimateDuration,
  type RunCounts,
  returnRunCounts,
  sumOfCounts,
  takeRunCounts,
} from './run-counts.ts'

const POINT_MS = 15 * 60_000
export const STATUS_SAMPLE_DAYS = 7
const STORED_MS = STATUS_SAMPLE_DAYS * 24 * HOUR_MS

/** Stores the counts since the last call, with the installation's state. */
export async function recordStatus(db: Database, now = Date.now()): Promise<void> {
  const counts = takeRunCounts()
  try {
    const [work, databaseBytes] = await Promise.all([measureWork(db), measureDatabaseBytes(db)])
    const oldestQueuedSeconds = Math.round(work.oldestQueuedSeconds)
    await addStatusSample(db, counts, { queued: work.runsQueued, oldestQueuedSeconds, databaseBytes })
  } catch (thrown) {
    returnRunCounts(counts)
    throw thrown
  }
  await deleteStatusSamples(db, new Date(now - STORED_MS))
}

/** Fifteen minutes; null while no process was running. */
export type StatusPoint = {
  atMs: number
  succeeded: number
  failed: number
  faults: number
  p50Ms: number | null
  p95Ms: number | null
  queued: number | null
  oldestQueuedSeconds: number | null
  databaseMb: number | null
}

export type StatusDay = {
  points: StatusPoint[]
  total: RunCounts & { p50Ms: number | null; p95Ms: number | null }
}

/** Throws UNAUTHENTICATED, and POLICY_DENIED for anyone but an admin. No `points` before the first sample. */
export async function getStatusDay(ctx: Context, now = Date.now()): Promise<StatusDay> {
  requireAdmin(ctx)
  const lastMs = Math.floor(now / POINT_MS) * POINT_MS
  const firstMs = lastMs - 24 * HOUR_MS + POINT_MS
  const rows = await listStatusSamples(ctx.db, new Date(firstMs))
  const byPoint = Map.groupBy(rows, ({ at }) => Math.floor(at.getTime() / POINT_MS) * POINT_MS)
  const times = Array.from({ length: (lastMs - firstMs) / POINT_MS + 1 }, (_, at) => firstMs + at * POINT_MS)
  const total = sumOfCounts(rows)
  return {
    points: rows.length === 0 ? [] : times.map((atMs) => sumSamples(atMs, byPoint.get(atMs) ?? [])),
    total: { ...total, p50Ms: estimateDuration(total, 0.5), p95Ms: estimateDuration(total, 0.95) },
  }
}

function sumSamples(atMs: number, rows: StatusSampleRow[]): StatusPoint {
  const counts = sumOfCounts(rows)
  const most = (numbers: number[]) => (numbers.length === 0 ? null : Math.max(...numbers))
  return {
    atMs,
    succeeded: counts.succeeded,
    failed: counts.failed,
    faults: counts.faults,
    p50Ms: estimateDuration(counts, 0.5),
    p95Ms: estimateDuration(counts, 0.95),
    queued: most(rows.map(({ queued }) => queued)),
    oldestQueuedSeconds: most(rows.map(({ oldestQueuedSeconds }) => oldestQueuedSeconds)),
    databaseMb: most(rows.map(({ databaseBytes }) => Math.round(Number(databaseBytes) / 1_000_000))),
  }
}
