/**
 * The sweep ends a run whose lease expires. A cancel from another process arrives as a notification or with the next
 * renewal.
 */
import type { Context } from '../../context/context.ts'
import { databaseNow, readDatabaseTime } from '../../db/core/database-clock.ts'
import { renewLeases } from '../../db/runs/run-leases.ts'
import { subscribeToCancels } from './run-notifications.ts'

const LEASE_MS = 60_000
const RENEW_EVERY_MS = 20_000

type Lease = { controller: AbortController; organisationId: string }

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
  leases.set(id, { controller, organisationId })
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
  state.renewing ??= setInterval(() => void renewAll(db), RENEW_EVERY_MS).unref()
  state.subscription ??= subscribeToCancels((runId) => {
    if (runId === null) void renewAll(db)
    else abortLeasedRun(runId)
  }).catch(() => {
    state.subscription = undefined
  })
}

async function renewAll(db: Context['db']): Promise<void> {
  const ids = [...state.leases.keys()]
  if (ids.length === 0) return
  // A failed renewal is retried long before the lease expires.
  const cancelled = await readDatabaseTime(db)
    .then(() => renewLeases(db, ids, leaseFromNow()))
    .catch(() => [])
  for (const id of cancelled) abortLeasedRun(id)
}
