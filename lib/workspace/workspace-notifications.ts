/** Hints to read the rows again, except commands. */

import { randomUUIDv7 } from 'node:crypto'
import { listen, sendPgNotification } from '../db/core/notifications.ts'
import type { Database, Tx } from '../db/core/prisma-client.ts'
import { findFocusedPage } from '../db/vault/workspaces.ts'
import type { JsonObject } from '../json/json.ts'
import type { WorkspaceOwner } from './workspace-view.ts'

export type WorkspaceNotification = Pick<WorkspaceOwner, 'userId' | 'organisationId'> &
  (
    | { what: 'changed' }
    | { what: 'ended' }
    // It exists only here: a closed page cannot perform it.
    | { what: 'command'; id: string; pageId: string; command: string; args: JsonObject }
  )

const CHANNEL = 'guildhall_workspace'

export function notifyWorkspaceChange(
  db: Database | Tx,
  { userId, organisationId }: WorkspaceOwner,
): Promise<void> {
  return notifyWorkspace(db, { userId, organisationId, what: 'changed' })
}

/** Browsers that are signed in reconnect at once. */
export function endPages(db: Database | Tx, { userId, organisationId }: WorkspaceOwner): Promise<void> {
  return notifyWorkspace(db, { userId, organisationId, what: 'ended' })
}

export function notifyWorkspace(db: Database | Tx, announcement: WorkspaceNotification): Promise<void> {
  return sendPgNotification(db, CHANNEL, JSON.stringify(announcement))
}

/** Called with null if notifications may have been missed. */
export function subscribeToWorkspace(
  owner: WorkspaceOwner,
  onChange: (announcement: WorkspaceNotification | null) => void,
): Promise<() => void> {
  return listen(CHANNEL, (payload) => {
    const notification = payload === null ? null : (JSON.parse(payload) as WorkspaceNotification)
    const isOurs =
      notification?.userId === owner.userId && notification.organisationId === owner.organisationId
    if (notification === null || isOurs) onChange(notification)
  })
}

type PageCommand = { command: string; args: JsonObject }

export const SEEN_EVERY_MS = 10_000

export const GONE_AFTER_MS = 25_000

/** Whether a page is connected, not whether it succeeds. Arguments must be small. */
export async function sendToPage(
  db: Database,
  { userId, organisationId }: WorkspaceOwner,
  { command, args }: PageCommand,
): Promise<boolean> {
  const pageId = await findFocusedPage(db, { userId, organisationId }, new Date(Date.now() - GONE_AFTER_MS))
  if (!pageId) return false
  await notifyWorkspace(db, {
    userId,
    organisationId,
    what: 'command',
    id: randomUUIDv7(),
    pageId,
    command,
    args,
  })
  return true
}
