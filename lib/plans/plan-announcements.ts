/** What processes tell each other about plan runs. Floor 3; a hint to look at the row again, never news in itself. */
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { listen, notify } from '../db/notifications.ts'

export type PlanAnnouncement = { planRunId: string; organisationId: string; what: 'moved' | 'cancel' }

const CHANNEL = 'guildhall_plans'

/** Inside a transaction it is told when that commits. */
export function announcePlan(db: Context['db'] | Tx, announcement: PlanAnnouncement): Promise<void> {
  return notify(db, CHANNEL, JSON.stringify(announcement))
}

/** Calls `hear` for each announcement, and with null when some may have been missed. Returns how to stop. */
export function hearPlans(hear: (announcement: PlanAnnouncement | null) => void): Promise<() => void> {
  // Only `announcePlan` writes to the channel.
  return listen(CHANNEL, (payload) =>
    hear(payload === null ? null : (JSON.parse(payload) as PlanAnnouncement)),
  )
}
