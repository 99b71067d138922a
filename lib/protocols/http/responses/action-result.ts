/** Server actions return their errors, because Next hides the messages of thrown ones in production. */
import 'server-only'
import { refresh } from 'next/cache'
import { cookies } from 'next/headers'
import { unstable_rethrow } from 'next/navigation'
import { enforceRateLimit, RATE_LIMITS } from '../../../auth/enforce-rate-limit.ts'
import { requireRecentAuth } from '../../../auth/recent-auth.ts'
import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { type PublicError, toPublicError } from '../../../kernel/errors.ts'
import { logUnlessExpected } from '../../../kernel/logging/log.ts'
import { contextFromCookie } from '../../session/context/context-from-request.ts'
import { openSession, sessionCookieName } from '../../session/cookies/session-token.ts'
import { callerAddress } from '../../session/network/caller-address.ts'

export type ActionResult<T> = { ok: true; data: T } | { ok: false; error: PublicError }

type ActionOptions = {
  channel?: Context['channel']
  /** Set for an action that compares contracts, runs examples or parses uploads, which has a lower rate limit. */
  isCostly?: boolean
  /** Set for an action that cannot be undone or gives others access; refused as by `requireRecentAuth`. */
  requiresRecentAuth?: boolean
  /** Throws for a person who may not do this. Called before they are asked to confirm their identity. */
  authorize?: (ctx: Context) => unknown
  /** Renders the page again after success, or also after a refusal, because it may be out of date. */
  refreshes?: true | 'always'
}

type ActionBody<T> = (ctx: Context) => Promise<T>

/**
 * Runs a server action under its rate limit and returns its data or its error. Internal errors are logged. Next's
 * `redirect` and `notFound` pass through.
 */
export function actionResult<T>(work: ActionBody<T>): Promise<ActionResult<T>> {
  return performAction({}, work)
}

export async function performAction<T>(
  { channel, isCostly = false, requiresRecentAuth = false, authorize, refreshes }: ActionOptions,
  work: ActionBody<T>,
): Promise<ActionResult<T>> {
  try {
    await limitActionRate({ isCostly })
    const ctx = await contextFromCookie(channel)
    await authorize?.(ctx)
    if (requiresRecentAuth) await requireRecentAuth(ctx)
    const data = await work(ctx)
    if (refreshes) refresh()
    return { ok: true, data }
  } catch (thrown) {
    unstable_rethrow(thrown)
    if (refreshes === 'always') refresh()
    return { ok: false, error: toPublicError(thrown, logUnlessExpected(thrown)) }
  }
}

/**
 * Limits by person or address; costly actions have a lower limit. Throws RATE_LIMIT_EXCEEDED. The action must check the
 * session.
 */
async function limitActionRate({ isCostly }: { isCostly: boolean }): Promise<void> {
  const db = database()
  const session = await openSession((await cookies()).get(sessionCookieName())?.value)
  if (!session) return enforceRateLimit(db, RATE_LIMITS.actionByAddress, await callerAddress())
  await enforceRateLimit(db, RATE_LIMITS.actionByPerson, session.userId)
  if (isCostly) await enforceRateLimit(db, RATE_LIMITS.costlyByPerson, session.userId)
}
