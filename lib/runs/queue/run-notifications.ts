/** Hints to read the row again, not data. */
import type { Context } from '../../context/context.ts'
import { listen, sendPgNotification } from '../../db/core/notifications.ts'

export type RunNotification = {
  runId: string
  organisationId: string
  what: 'moved' | 'progress' | 'ended' | 'cancel'
}

const CHANNEL = 'guildhall_runs'

export function toPgNotification(announcement: RunNotification): { channel: string; payload: string } {
  return { channel: CHANNEL, payload: JSON.stringify(announcement) }
}

export function notifyRun(db: Context['db'], announcement: RunNotification): Promise<void> {
  const { channel, payload } = toPgNotification(announcement)
  return sendPgNotification(db, channel, payload)
}

/** Called with null if notifications may have been missed. */
export function subscribeToRuns(
  onNotification: (announcement: RunNotification | null) => void,
): Promise<() => void> {
  return listen(CHANNEL, (payload) =>
    onNotification(payload === null ? null : (JSON.parse(payload) as RunNotification)),
  )
}
