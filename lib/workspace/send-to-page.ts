/** Asking the page that a person looks at to do something: "toggle theme", "open this file". Floor 3. */
import { randomUUIDv7 } from 'node:crypto'
import type { JsonObject } from '../contract/json/json.ts'
import type { Database } from '../db/client.ts'
import { findPageInFront } from '../db/open-pages.ts'
import { announce } from './announce.ts'
import type { Owner } from './workspace-view.ts'

export type PageCommand = { command: string; args: JsonObject }

/** A page is seen this often while it listens, */
export const SEEN_EVERY_MS = 10_000
/** and counts as gone when it was not for so long. */
export const GONE_AFTER_MS = 25_000

/**
 * Sends the command to the page this person looked at last. True when there is one that listens; what it does with
 * the command is its own affair. Arguments are small: they travel in the announcement.
 */
export async function sendToPage(
  db: Database,
  { userId, organisationId }: Owner,
  { command, args }: PageCommand,
): Promise<boolean> {
  const pageId = await findPageInFront(db, { userId, organisationId }, new Date(Date.now() - GONE_AFTER_MS))
  if (!pageId) return false
  await announce(db, { userId, organisationId, what: 'command', id: randomUUIDv7(), pageId, command, args })
  return true
}
