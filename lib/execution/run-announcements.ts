/** What processes tell each other about runs. Floor 3; a hint to look at the row again, never news in itself. */
import type { Context } from '../context.ts'
import { listen, notify } from '../db/notifications.ts'

export type RunAnnouncement = {
  runId: string
  organisationId: string
  what: 'moved' | 'progress' | 'ended' | 'cancel'
}

const CHANNEL = 'guildhall_runs'

/** The announcement as it is sent, for a statement that sends it with what it tells of. */
export function toldOf(announcement: RunAnnouncement): { channel: string; payload: string } {
  return { channel: CHANNEL, payload: JSON.stringify(announcement) }
}

export function announceRun(db: Context['db'], announcement: RunAnnouncement): Promise<void> {
  const { channel, payload } = toldOf(announcement)
  return notify(db, channel, payload)
}

/** Calls `hear` for each announcement, and with null when some may have been missed. Returns how to stop. */
export function hearRuns(hear: (announcement: RunAnnouncement | null) => void): Promise<() => void> {
  // Only `announceRun` writes to the channel.
  return listen(CHANNEL, (payload) =>
    hear(payload === null ? null : (JSON.parse(payload) as RunAnnouncement)),
  )
}
