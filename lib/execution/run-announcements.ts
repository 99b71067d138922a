/** What processes tell each other about runs. Floor 3; a hint to look at the row again, never news in itself. */
import type { Context } from '../context.ts'
import { listen, notify } from '../db/notifications.ts'

export type RunAnnouncement = {
  runId: string
  organisationId: string
  what: 'moved' | 'progress' | 'ended' | 'cancel'
}

const CHANNEL = 'guildhall_runs'

export function announceRun(db: Context['db'], announcement: RunAnnouncement): Promise<void> {
  return notify(db, CHANNEL, JSON.stringify(announcement))
}

/** Calls `hear` for each announcement, and with null when some may have been missed. Returns how to stop. */
export function hearRuns(hear: (announcement: RunAnnouncement | null) => void): Promise<() => void> {
  // Only `announceRun` writes to the channel.
  return listen(CHANNEL, (payload) =>
    hear(payload === null ? null : (JSON.parse(payload) as RunAnnouncement)),
  )
}
