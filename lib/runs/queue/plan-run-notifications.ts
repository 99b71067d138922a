/** Notifications are hints to read the row again, not data. */
import type { Context } from '../../context/context.ts'
import { listen, payloadReader, sendPgNotification } from '../../kernel/db/notifications.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'

type PlanRunNotification = { planRunId: string; organisationId: string; what: 'moved' | 'cancel' }

const CHANNEL = 'guildhall_plans'

export function notifyPlanRun(db: Context['db'] | Tx, announcement: PlanRunNotification): Promise<void> {
  return sendPgNotification(db, CHANNEL, JSON.stringify(announcement))
}

/** Calls back with null if notifications may have been missed. */
export function subscribeToPlanRuns(
  onNotification: (announcement: PlanRunNotification | null) => void,
): Promise<() => void> {
  return listen(CHANNEL, (payload) => onNotification(readPayload(payload)))
}

const readPayload = payloadReader<PlanRunNotification>()
