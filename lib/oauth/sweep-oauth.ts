/**
 * What is left of programs that were never let in, and of tokens that were exchanged long ago. Floor 3.
 *
 * A program keeps its client_id and does not look whether it is still known, so one that was ever let in stays.
 */
import type { Context } from '../context.ts'
import { deleteSpentTokens, deleteUnusedClients } from '../db/oauth.ts'

const DAY_MS = 86_400_000
/** Whoever registers goes on to ask a person at once. */
const UNUSED_MS = 7 * DAY_MS
/** Nobody has a use for one that has ended, but for a while it tells that it was stolen. */
const SPENT_MS = 7 * DAY_MS

export async function sweepOAuth(ctx: Context, now = Date.now()): Promise<void> {
  await deleteSpentTokens(ctx.db, new Date(now - SPENT_MS))
  await deleteUnusedClients(ctx.db, new Date(now - UNUSED_MS))
}
