/**
 * Notifies processes of changes of runs and plan runs, and wakes what waits for them.
 *
 * A notification is a hint to read the row again, never data: it is lost with the process that sends it, so whoever
 * waits for one also polls.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from '../../context/context.ts'
import {
  listen,
  payloadReader,
  sendPgNotification,
  sendPgNotifications,
} from '../../kernel/db/notifications.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { isEnded } from '../model/run-states.ts'
import { findRun } from '../rows/run-history.ts'
import type { RunRow } from '../rows/runs.ts'

export type RunNotification = {
  runId: string
  organisationId: string
  kind: 'moved' | 'progress' | 'ended' | 'cancel'
}

type OnRun = (notification: RunNotification | null) => void

const RUN_CHANNEL = 'guildhall_runs'
/** Separate, so that the other notifications wake only processes in which something waits for a run. */
const CANCEL_CHANNEL = 'guildhall_cancels'
const PLAN_CHANNEL = 'guildhall_plans'

/** How long a notification waits for others; people do not notice it. */
const DELAY_MS = 25
/** A busy server sends one batch in this time, because each takes a lock of the whole Postgres server. */
const BATCH_MS = 75

type Outbox = { sender: string; subscribers: Set<OnRun>; pending: RunNotification[]; sentAt: number }

const outbox: Outbox = { sender: randomUUID(), subscribers: new Set(), pending: [], sentAt: 0 }

/**
 * Notifies this process at once, and the others in batches and outside of the transactions of runs: a commit with a
 * NOTIFY has a lock of the whole Postgres server until it is on disk.
 */
export function notifyRun(db: Context['db'], notification: RunNotification): void {
  const { subscribers, pending, sentAt } = outbox
  for (const subscriber of subscribers) subscriber(notification)
  if (pending.push(notification) > 1) return
  const delayMs = Math.max(DELAY_MS, sentAt + BATCH_MS - performance.now())
  setTimeout(() => void sendPending(db), delayMs)
}

async function sendPending(db: Context['db']): Promise<void> {
  const { sender, pending } = outbox
  outbox.sentAt = performance.now()
  const payloads = pending.splice(0).map((notification) => JSON.stringify({ ...notification, sender }))
  await sendPgNotifications(db, RUN_CHANNEL, payloads).catch(() => {})
}

/** Reaches the process that performs the run, and the subscribers of `subscribeToRuns`. */
export async function notifyCancel(db: Context['db'], run: Omit<RunNotification, 'kind'>): Promise<void> {
  const payload = JSON.stringify({ ...run, kind: 'cancel' } satisfies RunNotification)
  const channels = [RUN_CHANNEL, CANCEL_CHANNEL]
  await Promise.all(channels.map((channel) => sendPgNotifications(db, channel, [payload])))
}

/**
 * Calls back with each notification, and with null if some may have been missed. Returns the function that
 * unsubscribes.
 */
export async function subscribeToRuns(onNotification: OnRun): Promise<() => void> {
  const { sender, subscribers } = outbox
  subscribers.add(onNotification)
  const stop = await listen(RUN_CHANNEL, (payload) => {
    const notification = readRunPayload(payload)
    if (notification?.sender !== sender) onNotification(notification)
  }).catch((thrown) => {
    subscribers.delete(onNotification)
    throw thrown
  })
  return () => {
    subscribers.delete(onNotification)
    stop()
  }
}

/** Calls back with the id of a run to cancel, and with null if notifications may have been missed. */
export function subscribeToCancels(onCancel: (runId: string | null) => void): Promise<() => void> {
  return listen(CANCEL_CHANNEL, (payload) => onCancel(readRunPayload(payload)?.runId ?? null))
}

const readRunPayload = payloadReader<RunNotification & { sender?: string }>()

type PlanRunNotification = { planRunId: string; organisationId: string; kind: 'moved' | 'cancel' }

/** In a transaction, notifies with its commit. */
export function notifyPlanRun(db: Context['db'] | Tx, notification: PlanRunNotification): Promise<void> {
  return sendPgNotification(db, PLAN_CHANNEL, JSON.stringify(notification))
}

/** Calls back as `subscribeToRuns`. */
export function subscribeToPlanRuns(
  onNotification: (notification: PlanRunNotification | null) => void,
): Promise<() => void> {
  return listen(PLAN_CHANNEL, (payload) => onNotification(readPlanPayload(payload)))
}

const readPlanPayload = payloadReader<PlanRunNotification>()

type WakeUps = {
  /** Resolves at the next wake-up, or at once after one that came since the last call. */
  next: () => Promise<void>
  close: () => void
}

type Waiting = { signal: AbortSignal; pollMs: number | (() => number) }

/**
 * Wakes for relevant notifications, when `signal` is aborted, when notifications may have been missed, and every
 * `pollMs`.
 */
export function openWakeUps(
  isRelevant: (notification: RunNotification) => boolean,
  waiting: Waiting,
): Promise<WakeUps> {
  return openWakeUpsOn(subscribeToRuns, isRelevant, waiting)
}

/** Works as `openWakeUps`, for the notifications of any `subscribe`. */
export async function openWakeUpsOn<Notification>(
  subscribe: (onNotification: (notification: Notification | null) => void) => Promise<() => void>,
  isRelevant: (notification: Notification) => boolean,
  { signal, pollMs }: Waiting,
): Promise<WakeUps> {
  let isDue = signal.aborted
  let wake = () => {}
  const wakeNow = () => {
    isDue = true
    wake()
  }
  signal.addEventListener('abort', wakeNow)
  const unsubscribe = await subscribe((notification) => {
    if (notification === null || isRelevant(notification)) wakeNow()
  }).catch(() => () => {})
  return {
    async next() {
      const timer = setTimeout(wakeNow, typeof pollMs === 'number' ? pollMs : pollMs())
      await new Promise<void>((resolve) => {
        wake = resolve
        if (isDue) resolve()
      })
      clearTimeout(timer)
      isDue = false
    },
    close() {
      signal.removeEventListener('abort', wakeNow)
      unsubscribe()
    },
  }
}

const END_POLL_MS = 2_000

/** Resolves with the ended run, wherever it is performed; with the last known row if it was deleted. */
export async function waitForEnd(db: Context['db'], run: RunRow): Promise<RunRow> {
  if (isEnded(run.state)) return run
  const { signal } = new AbortController()
  const wakeUps = await openWakeUps((notification) => notification.runId === run.id, {
    signal,
    pollMs: END_POLL_MS,
  })
  try {
    for (;;) {
      const row = await findRun(db, run.id)
      if (!row || isEnded(row.state)) return row ?? run
      await wakeUps.next()
    }
  } finally {
    wakeUps.close()
  }
}
