/**
 * The runs this process is answerable for: their leases, and the signal that ends them. Floor 3.
 *
 * A run whose lease runs out has lost its server, and the sweep ends it. A cancel asked for in this process
 * arrives at once; from another one it arrives as an announcement, or with the next renewal if that was missed.
 */
import type { Context } from '../context.ts'
import { renewLeases } from '../db/run-leases.ts'
import { hearRuns } from './run-announcements.ts'

const LEASE_MS = 60_000
const RENEW_EVERY_MS = 20_000

type Held = {
  controllers: Map<string, AbortController>
  renewing?: NodeJS.Timeout
  hearing?: Promise<unknown>
}

// Next evaluates modules once per bundle; a run and the action that cancels it must meet.
const kept = globalThis as unknown as { guildhallHeldRuns?: Held }
function held(): Held {
  kept.guildhallHeldRuns ??= { controllers: new Map() }
  return kept.guildhallHeldRuns
}

export function leaseFromNow(): Date {
  return new Date(Date.now() + LEASE_MS)
}

/** Takes a run into this process's care until `letGo`. */
export function holdRun(db: Context['db'], runId: string): { signal: AbortSignal; letGo: () => void } {
  const { controllers } = held()
  const controller = new AbortController()
  controllers.set(runId, controller)
  watch(db)
  return { signal: controller.signal, letGo: () => controllers.delete(runId) }
}

export function isHeldHere(runId: string): boolean {
  return held().controllers.has(runId)
}

/** Ends the run if it is held here; returns whether it is. */
export function abortHeldRun(runId: string): boolean {
  const controller = held().controllers.get(runId)
  controller?.abort()
  return controller !== undefined
}

function watch(db: Context['db']): void {
  const state = held()
  state.renewing ??= setInterval(() => void renew(db), RENEW_EVERY_MS).unref()
  state.hearing ??= hearRuns((announcement) => {
    if (announcement === null) void renew(db)
    else if (announcement.what === 'cancel') abortHeldRun(announcement.runId)
  }).catch(() => {
    // Without a connection to listen on, cancels arrive with the renewals; the next run tries again.
    state.hearing = undefined
  })
}

async function renew(db: Context['db']): Promise<void> {
  const ids = [...held().controllers.keys()]
  if (ids.length === 0) return
  // A failed renewal is tried again long before the lease ends.
  const cancelled = await renewLeases(db, ids, leaseFromNow()).catch(() => [])
  for (const id of cancelled) abortHeldRun(id)
}
