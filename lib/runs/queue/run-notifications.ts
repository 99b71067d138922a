/**
 * Notifications are hints to read the row: they are lost with the process that sends them, so subscribers also
 * poll.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from '../../context/context.ts'
import { listen, payloadReader, sendPgNotifications } from '../../kernel/db/notifications.ts'

export type RunNotification = {
  runId: string
  organisationId: string
  what: 'moved' | 'progress' | 'ended' | 'cancel'
}

type OnRun = (notification: RunNotification | null) => void

const CHANNEL = 'guildhall_runs'
/** Separate, so that the other notifications wake only processes in which something waits for a run. */
const CANCEL_CHANNEL = 'guildhall_cancels'

/** People do not notice this delay. */
const DELAY_MS = 25
/** A busy server sends one batch in this time. */
const BATCH_MS = 75

type Outbox = { sender: string; subscribers: Set<OnRun>; pending: RunNotification[]; sentAt: number }

const outbox: Outbox = { sender: randomUUID(), subscribers: new Set(), pending: [], sentAt: 0 }

/**
 * Notifies this process at once, and the others in batches and outside of the transactions of runs: a commit with a
 * NOTIFY has a lock of the whole Postgres server until it is on disk.
 */
export function notifyRun(db: Context['db'], notification: RunNotification): void {
  const { subscribers, pending, sentAt } = outbox
  for (const each of subscribers) each(notification)
  if (pending.push(notification) > 1) return
  const delayMs = Math.max(DELAY_MS, sentAt + BATCH_MS - performance.now())
  setTimeout(() => void sendPending(db), delayMs)
}

async function sendPending(db: Context['db']): Promise<void> {
  const { sender, pending } = outbox
  outbox.sentAt = performance.now()
  const payloads = pending.splice(0).map((each) => JSON.stringify({ ...each, sender }))
  await sendPgNotifications(db, CHANNEL, payloads).catch(() => {})
}

/** Reaches the process that performs the run, and the subscribers of `subscribeToRuns`. */
export async function notifyCancel(db: Context['db'], run: Omit<RunNotification, 'what'>): Promise<void> {
  const payload = JSON.stringify({ ...run, what: 'cancel' } satisfies RunNotification)
  await Promise.all([CHANNEL, CANCEL_CHANNEL].map((channel) => sendPgNotifications(db, channel, [payload])))
}

/** Calls back with null if notifications may have been missed. */
export async function subscribeToRuns(onNotification: OnRun): Promise<() => void> {
  const { sender, subscribers } = outbox
  subscribers.add(onNotification)
  const stop = await listen(CHANNEL, (payload) => {
    const notification = readPayload(payload)
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
  return listen(CANCEL_CHANNEL, (payload) => onCancel(readPayload(payload)?.runId ?? null))
}

const readPayload = payloadReader<RunNotification & { sender?: string }>()
