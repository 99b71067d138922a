/**
 * Who is answerable for an open run: its lease, the wish to cancel it, and taking over what was lost. Floor 1.
 */
import type { Database, Tx } from './client.ts'
import type { RunRow } from './runs.ts'

/** Asks whoever holds the running run to end it. False when it is not running. */
export async function requestCancel(db: Database | Tx, id: string): Promise<boolean> {
  const { count } = await db.run.updateMany({
    where: { id, state: 'running' },
    data: { cancelRequestedAt: new Date() },
  })
  return count === 1
}

/** Says that these runs still have a server; returns those among them that somebody asked to cancel. */
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

/** Open runs whose server has not renewed its lease, oldest first. */
export function listLostRuns(db: Database | Tx, now: Date): Promise<RunRow[]> {
  return db.run.findMany({
    where: { state: { in: ['queued', 'running'] }, leaseUntil: { lt: now } },
    orderBy: { id: 'asc' },
    take: 100,
  })
}

/** Takes a run that was put off into a worker's care, or back from one that died. False when it went on meanwhile. */
export async function adoptDeferred(
  db: Database | Tx,
  { id, leaseUntil }: { id: string; leaseUntil: Date },
): Promise<boolean> {
  const { count } = await db.run.updateMany({ where: { id, state: 'queued' }, data: { leaseUntil } })
  return count === 1
}

/** Takes over a queued run that lost its server. False when somebody else did, or it went on. */
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
