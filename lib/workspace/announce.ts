/** What processes tell each other about workspaces. Floor 3; a hint to look at the rows again. */
import type { JsonObject } from '../contract/json/json.ts'
import type { Database, Tx } from '../db/client.ts'
import { listen, notify } from '../db/notifications.ts'
import type { Owner } from './workspace-view.ts'

export type WorkspaceAnnouncement = Pick<Owner, 'userId' | 'organisationId'> &
  (
    | { what: 'changed' }
    // Somebody has signed out in one of this person's browsers.
    | { what: 'ended' }
    // A command is for one page, and is nowhere else: a page that is not there cannot perform it.
    | { what: 'command'; id: string; pageId: string; command: string; args: JsonObject }
  )

const CHANNEL = 'guildhall_workspace'

/** Tells all pages of this person that something of their workspace has changed. */
export function announceChange(db: Database | Tx, { userId, organisationId }: Owner): Promise<void> {
  return announce(db, { userId, organisationId, what: 'changed' })
}

/** Ends what all pages of this person hear. Those of a browser that is still signed in come again at once. */
export function endPages(db: Database | Tx, { userId, organisationId }: Owner): Promise<void> {
  return announce(db, { userId, organisationId, what: 'ended' })
}

export function announce(db: Database | Tx, announcement: WorkspaceAnnouncement): Promise<void> {
  return notify(db, CHANNEL, JSON.stringify(announcement))
}

/** Calls `hear` for each announcement to `owner`, and with null when some may have been missed. Returns how to stop. */
export function hearWorkspace(
  owner: Owner,
  hear: (announcement: WorkspaceAnnouncement | null) => void,
): Promise<() => void> {
  return listen(CHANNEL, (payload) => {
    // Only `announce` writes to the channel.
    const heard = payload === null ? null : (JSON.parse(payload) as WorkspaceAnnouncement)
    const isOurs = heard?.userId === owner.userId && heard.organisationId === owner.organisationId
    if (heard === null || isOurs) hear(heard)
  })
}
