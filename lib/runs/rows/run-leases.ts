import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { RunRow } from './runs.ts'

/** Returns false if the run is not running. */
export async function requestCancel(db: Database | Tx, id: string): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id, state: 'running' },
    data: { cancelRequestedAt: new Date() },
  })
  return count === 1
}

/** Returns the ids of open runs, whose leases are renewed, and of those of them that are to be cancelled. */
export async function renewLeases(
  db: Database | Tx,
  ids: readonly string[],
  leaseUntil: Date,
): Promise<{ renewed: string[]; cancelled: string[] }> {
  const rows = await db.run.updateManyAndReturn({
    where: { id: { in: [...ids] }, state: { in: ['queued', 'running'] } },
    data: { leaseUntil },
    select: { id: true, cancelRequestedAt: true },
  })
  const cancelled = rows.filter(({ cancelRequestedAt }) => cancelRequestedAt !== null)
  return { renewed: rows.map(({ id }) => id), cancelled: cancelled.map(({ id }) => id) }
}

/** Returns those of the runs that only the queue refers to: they wait without a lease, so `listLostRuns` has none. */
export function listDeferredRuns(db: Database | Tx, ids: readonly string[]): Promise<RunRow[]> {
  return db.run.findMany({ where: { id: { in: [...ids] }, state: 'queued', leaseUntil: null } })
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
