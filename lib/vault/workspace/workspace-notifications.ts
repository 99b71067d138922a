/**
 * Notifies the processes that serve a person's open pages. Except for commands, which no row stores, a notification is a
 * hint to read the rows again.
 */

import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen, sendPgNotification } from '../../kernel/db/notifications.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { findFocusedPage, hasVaultPage } from '../rows/workspaces.ts'
import type { WorkspaceOwner } from './workspace-view.ts'

type WorkspaceNotification = Pick<WorkspaceOwner, 'userId' | 'organisationId'> &
  (
    | { kind: 'changed' }
    | { kind: 'ended' }
    // A page has performed the command `id`.
    | { kind: 'done'; id: string }
    // Stored nowhere: a page that is closed by now can no longer perform it.
    | { kind: 'command'; id: string; pageId: string; command: string; args: JsonObject }
  )

const CHANNEL = 'guildhall_workspace'

export function notifyWorkspaceChange(
  db: Database | Tx,
  { userId, organisationId }: WorkspaceOwner,
): Promise<void> {
  return notifyWorkspace(db, { userId, organisationId, kind: 'changed' })
}

/** Disconnects the person's pages, when their session or membership ends. Browsers that are still signed in reconnect at once. */
export function endPages(db: Database | Tx, { userId, organisationId }: WorkspaceOwner): Promise<void> {
  return notifyWorkspace(db, { userId, organisationId, kind: 'ended' })
}

function notifyWorkspace(db: Database | Tx, notification: WorkspaceNotification): Promise<void> {
  return sendPgNotification(db, CHANNEL, JSON.stringify(notification))
}

/**
 * Calls back with each notification of the owner, and with null if some may have been missed. Returns the function that
 * unsubscribes.
 */
export function subscribeToWorkspace(
  owner: WorkspaceOwner,
  onNotification: (notification: WorkspaceNotification | null) => void,
): Promise<() => void> {
  return listen(CHANNEL, (payload) => {
    const notification = payload === null ? null : (JSON.parse(payload) as WorkspaceNotification)
    const isOurs =
      notification?.userId === owner.userId && notification.organisationId === owner.organisationId
    if (notification === null || isOurs) onNotification(notification)
  })
}

type PageCommand = { command: string; args: JsonObject }

/** How often the server records that a page is still connected. */
export const HEARTBEAT_MS = 10_000

/** A page counts as gone after two missed heartbeats and some time for a busy server. */
export const PAGE_GONE_AFTER_MS = 25_000

/** Whether the person has the Vault page of this organisation open, in any browser. */
export function isVaultPageOpen(db: Database, owner: WorkspaceOwner): Promise<boolean> {
  return hasVaultPage(db, owner, new Date(Date.now() - PAGE_GONE_AFTER_MS))
}

/**
 * Sends a command to the page that the person looked at last. Returns false if no page is connected; true does not mean
 * that the command succeeded. Postgres limits a notification to 8,000 bytes, so the arguments must be small.
 */
export async function sendToPage(
  db: Database,
  { userId, organisationId }: WorkspaceOwner,
  { command, args }: PageCommand,
  id: string = randomUUIDv7(),
): Promise<boolean> {
  const pageId = await findFocusedPage(
    db,
    { userId, organisationId },
    new Date(Date.now() - PAGE_GONE_AFTER_MS),
  )
  if (!pageId) return false
  await notifyWorkspace(db, {
    userId,
    organisationId,
    kind: 'command',
    id,
    pageId,
    command,
    args,
  })
  return true
}

/** A page that is busy, asleep or gone does not answer, so callers wait no longer than this. */
const ANSWER_TIMEOUT_MS = 3_000

/** Sends a command to a page, and resolves once the page has performed it, or has not answered in time. */
export async function performOnPage(
  db: Database,
  owner: WorkspaceOwner,
  command: PageCommand,
): Promise<'done' | 'no page' | 'no answer'> {
  const id = randomUUIDv7()
  const answered = Promise.withResolvers<'done'>()
  const stop = await subscribeToWorkspace(owner, (notification) => {
    if (notification?.kind === 'done' && notification.id === id) answered.resolve('done')
  })
  const timer = new AbortController()
  try {
    if (!(await sendToPage(db, owner, command, id))) return 'no page'
    const late = sleep(ANSWER_TIMEOUT_MS, 'no answer' as const, timer)
    return await Promise.race([answered.promise, late])
  } finally {
    timer.abort()
    stop()
  }
}

/** Called when a page reports that it has performed the command. */
export function acknowledgeCommand(
  db: Database,
  { userId, organisationId }: WorkspaceOwner,
  id: string,
): Promise<void> {
  return notifyWorkspace(db, { userId, organisationId, kind: 'done', id })
}
