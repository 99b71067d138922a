/** Except commands, notifications are hints to read the rows again. */

import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen, sendPgNotification } from '../../kernel/db/notifications.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { findFocusedPage, hasVaultPage } from '../rows/workspaces.ts'
import type { WorkspaceOwner } from './workspace-view.ts'

type WorkspaceNotification = Pick<WorkspaceOwner, 'userId' | 'organisationId'> &
  (
    | { what: 'changed' }
    | { what: 'ended' }
    // A page has carried out the command.
    | { what: 'done'; id: string }
    // Not stored: a closed page cannot perform it.
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

function notifyWorkspace(db: Database | Tx, announcement: WorkspaceNotification): Promise<void> {
  return sendPgNotification(db, CHANNEL, JSON.stringify(announcement))
}

/** Calls `onChange` with null if notifications may have been missed. */
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

/** Whether the person has the Vault page of this organisation open, in any browser. */
export function isVaultPageOpen(db: Database, owner: WorkspaceOwner): Promise<boolean> {
  return hasVaultPage(db, owner, new Date(Date.now() - GONE_AFTER_MS))
}

/** Returns false if no page is connected, not whether it succeeds. Arguments must be small. */
export async function sendToPage(
  db: Database,
  { userId, organisationId }: WorkspaceOwner,
  { command, args }: PageCommand,
  id: string = randomUUIDv7(),
): Promise<boolean> {
  const pageId = await findFocusedPage(db, { userId, organisationId }, new Date(Date.now() - GONE_AFTER_MS))
  if (!pageId) return false
  await notifyWorkspace(db, {
    userId,
    organisationId,
    what: 'command',
    id,
    pageId,
    command,
    args,
  })
  return true
}

/** A page that is busy, asleep or gone does not answer. */
const ANSWERED_WITHIN_MS = 3_000

/** Resolves once a page has performed it, or none has in time. */
export async function performOnPage(
  db: Database,
  owner: WorkspaceOwner,
  command: PageCommand,
): Promise<'done' | 'no page' | 'no answer'> {
  const id = randomUUIDv7()
  const answered = Promise.withResolvers<'done'>()
  const stop = await subscribeToWorkspace(owner, (notification) => {
    if (notification?.what === 'done' && notification.id === id) answered.resolve('done')
  })
  const timer = new AbortController()
  try {
    if (!(await sendToPage(db, owner, command, id))) return 'no page'
    const late = sleep(ANSWERED_WITHIN_MS, 'no answer' as const, timer)
    return await Promise.race([answered.promise, late])
  } finally {
    timer.abort()
    stop()
  }
}

export function acknowledgeCommand(
  db: Database,
  { userId, organisationId }: WorkspaceOwner,
  id: string,
): Promise<void> {
  return notifyWorkspace(db, { userId, organisationId, what: 'done', id })
}
