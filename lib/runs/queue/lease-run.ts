/**
 * The sweep ends a run whose lease expires. A cancel from another process arrives as a notification or with the next
 * renewal.
 */
import type { Context } from '../../context/context.ts'
import { databaseNow, readDatabaseTime } from '../../kernel/db/database-clock.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import { renewLeases } from '../rows/runs.ts'
import { subscribeToCancels } from './run-notifications.ts'

const LEASE_MS = 60_000
const RENEW_EVERY_MS = 20_000

type LeaseState = {
  /** By the id of the run. */
  leases: Map<string, AbortController>
  renewing?: NodeJS.Timeout
  subscription?: Promise<unknown>
}

const state = oncePerProcess('leases', (): LeaseState => ({ leases: new Map() }))

/** Returns when a lease that is given now expires, by the clock of the database. */
export function leaseFromNow(): Date {
  return new Date(databaseNow() + LEASE_MS)
}

/** Renews a recorded run's lease until `release`. `signal` aborts when the run is cancelled or its lease is lost. */
export function leaseRun(
  db: Context['db'],
  { id }: { id: string },
): { signal: AbortSignal; release: () => void } {
  const { leases } = state
  const controller = new AbortController()
  leases.set(id, controller)
  startRenewing(db)
  return { signal: controller.signal, release: () => leases.delete(id) }
}

/** Returns true if this process performs the run. */
export function isLeasedHere(runId: string): boolean {
  return state.leases.has(runId)
}

/** Stops the run here. Returns false if this process does not perform it. */
export function abortLeasedRun(runId: string): boolean {
  const controller = state.leases.get(runId)
  controller?.abort()
  return controller !== undefined
}

function startRenewing(db: Context['db']): void {
  state.renewing ??= setInterval(() => void renewHeldLeases(db), RENEW_EVERY_MS).unref()
  state.subscription ??= subscribeToCancels((runId) => {
    if (runId === null) void renewHeldLeases(db)
    else abortLeasedRun(runId)
  }).catch(() => {
    state.subscription = undefined
  })
}

/**
 * Also aborts the runs that were cancelled, and those that another process has ended, such as the sweep after this
 * process was paused for longer than a lease: their key may be in use again, so going on would repeat their effects.
 */
export async function renewHeldLeases(db: Context['db']): Promise<void> {
  const ids = [...state.leases.keys()]
  if (ids.length === 0) return
  // A failed renewal is retried long before the lease expires.
  const answer = await readDatabaseTime(db)
    .then(() => renewLeases(db, ids, leaseFromNow()))
    .catch(() => undefined)
  if (!answer) return
  const lost = ids.filter((id) => !answer.renewed.includes(id))
  for (const id of [...answer.cancelled, ...lost]) abortLeasedRun(id)
}
