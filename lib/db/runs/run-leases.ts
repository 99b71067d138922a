import type { Database, Tx } from '../core/prisma-client.ts'
import type { RunRow } from './runs.ts'

/** Returns false if the run is not running. */
export async function requestCancel(db: Database | Tx, id: string): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id, state: 'running' },
    data: { cancelRequestedAt: new Date() },
  })
  return count === 1
}

/** Returns the ids of runs whose cancellation was requested. */
export async function renewLeases(
  db: Database | Tx,
  ids: readonly string[],
  leaseUntil: Date,
): Promise<string[]> {
  const rows = await db.run.updateManyAndReturn({
    where: { id: { in: [...ids] }, state: { in: ['queued', 'running'] } },
    data: { leaseUntil },
    select: { id: true, cancelRequestedAt: true },
  })
  return rows.filter(({ cancelRequestedAt }) => cancelRequestedAt !== null).map(({ id }) => id)
}

export function listLostRuns(db: Database | Tx, now: Date): Promise<RunRow[]> {
  return db.run.findMany({
    where: { state: { in: ['queued', 'running'] }, leaseUntil: { lt: now } },
    orderBy: { id: 'asc' },
    take: 100,
  })
}

/** Also takes the run over from a dead worker. Returns false if it is not queued any more. */
export async function adoptDeferredRun(
  db: Database | Tx,
  { id, leaseUntil }: { id: string; leaseUntil: Date },
): Promise<boolean> {
  const { count } = await db.run.updateMany({ where: { id, state: 'queued' }, data: { leaseUntil } })
  return count === 1
}

/** Takes over an expired lease. Returns false if another process did, or the run is not queued any more. */
export async function adoptRun(
  db: Database | Tx,
  { id, now, leaseUntil }: { id: string; now: Date; leaseUntil: Date },
): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id, state: 'queued', leaseUntil: { lt: now } },
    data: { leaseUntil },
  })
  return count === 1
}
