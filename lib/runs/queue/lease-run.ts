/**
 * The sweep ends a run whose lease expires. A cancel from another process arrives as a notification or with the next
 * renewal.
 */
import type { Context } from '../../context/context.ts'
import { databaseNow, readDatabaseTime } from '../../kernel/db/database-clock.ts'
import { renewLeases } from '../rows/run-leases.ts'
import { subscribeToCancels } from './run-notifications.ts'

const LEASE_MS = 60_000
const RENEW_EVERY_MS = 20_000

type Lease = { controller: AbortController; organisationId: string; startedAt: number; wasRenewed: boolean }

type LeaseState = {
  leases: Map<string, Lease>
  renewing?: NodeJS.Timeout
  subscription?: Promise<unknown>
}

const state: LeaseState = { leases: new Map() }

export function leaseFromNow(): Date {
  return new Date(databaseNow() + LEASE_MS)
}

/** Renews the lease until `release`. `signal` aborts when the run is cancelled or its lease is lost. */
export function leaseRun(
  db: Context['db'],
  { id, organisationId }: { id: string; organisationId: string },
): { signal: AbortSignal; release: () => void } {
  const { leases } = state
  const controller = new AbortController()
  leases.set(id, { controller, organisationId, startedAt: Date.now(), wasRenewed: false })
  startRenewing(db)
  return { signal: controller.signal, release: () => leases.delete(id) }
}

/** Returns true if this process performs the run. */
export function isLeasedHere(runId: string): boolean {
  return state.leases.has(runId)
}

/** Includes children, which share a slot. */
export function countLeasedHere(organisationId: string): number {
  return state.leases
    .values()
    .filter((lease) => lease.organisationId === organisationId)
    .reduce((count) => count + 1, 0)
}

/** Returns false if this process does not perform it. */
export function abortLeasedRun(runId: string): boolean {
  const lease = state.leases.get(runId)
  lease?.controller.abort()
  return lease !== undefined
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
  const held = [...state.leases]
  if (held.length === 0) return
  const ids = held.map(([id]) => id)
  // A failed renewal is retried long before the lease expires.
  const answer = await readDatabaseTime(db)
    .then(() => renewLeases(db, ids, leaseFromNow()))
    .catch(() => undefined)
  if (!answer) return
  const renewed = new Set(answer.renewed)
  for (const id of answer.cancelled) abortLeasedRun(id)
  for (const [id, lease] of held) {
    if (!renewed.has(id) && isRecorded(lease)) lease.controller.abort()
    lease.wasRenewed ||= renewed.has(id)
  }
}

/** A run that starts early is leased a moment before its record is committed. */
function isRecorded({ wasRenewed, startedAt }: Lease): boolean {
  return wasRenewed || Date.now() - startedAt > LEASE_MS
}
