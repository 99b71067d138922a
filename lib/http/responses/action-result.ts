/** Next hides thrown messages in production, so errors must be returned. */
import 'server-only'
import { refresh } from 'next/cache'
import { unstable_rethrow } from 'next/navigation'
import { requirePresence } from '../../accounts/presence.ts'
import type { Context } from '../../context/context.ts'
import { type PublicError, toPublicError } from '../../errors.ts'
import { logUnlessExpected } from '../../logging/log.ts'
import { contextFromCookie } from '../../session/context/context-from-request.ts'
import { limitActionRate } from '../../session/context/limit-action-rate.ts'

export type ActionResult<T> = { ok: true; data: T } | { ok: false; error: PublicError }

type Manner = {
  channel?: Context['channel']
  /** Compares contracts, runs examples or parses uploads: a lower rate limit. */
  isCostly?: boolean
  /** The work cannot be undone: throws as `requirePresence`. */
  isPresent?: boolean
  /** Draws the page again once it is done, or also after a refusal, because the page may be out of date. */
  refreshes?: true | 'always'
}

type Work<T> = (ctx: Context) => Promise<T>

/** Within the rate limit; internal errors are logged. Next's `redirect` and `notFound` pass through. */
export function actionResult<T>(work: Work<T>): Promise<ActionResult<T>> {
  return actionResultWith({}, work)
}

export async function actionResultWith<T>(
  { channel, isCostly = false, isPresent = false, refreshes }: Manner,
  work: Work<T>,
): Promise<ActionResult<T>> {
  try {
    await limitActionRate({ isCostly })
    const ctx = await contextFromCookie(channel)
    if (isPresent) await requirePresence(ctx)
    const data = await work(ctx)
    if (refreshes) refresh()
    return { ok: true, data }
  } catch (thrown) {
    unstable_rethrow(thrown)
    if (refreshes === 'always') refresh()
    return { ok: false, error: toPublicError(thrown, logUnlessExpected(thrown)) }
  }
}
