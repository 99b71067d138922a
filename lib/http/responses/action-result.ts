/** Next hides thrown messages in production, so errors must be returned. */
import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { type PublicError, toPublicError } from '../../errors.ts'
import { logUnlessExpected } from '../../logging/log.ts'
import { limitActionRate } from '../../session/context/limit-action-rate.ts'

export type ActionResult<T> = { ok: true; data: T } | { ok: false; error: PublicError }

/** Within the rate limit; internal errors are logged. Next's `redirect` and `notFound` pass through. */
export function actionResult<T>(work: () => Promise<T>): Promise<ActionResult<T>> {
  return countedResult(work, { isCostly: false })
}

/** With a lower limit: work that compares contracts, runs examples or parses uploads. */
export function costlyActionResult<T>(work: () => Promise<T>): Promise<ActionResult<T>> {
  return countedResult(work, { isCostly: true })
}

async function countedResult<T>(
  work: () => Promise<T>,
  cost: { isCostly: boolean },
): Promise<ActionResult<T>> {
  try {
    await limitActionRate(cost)
    return { ok: true, data: await work() }
  } catch (thrown) {
    unstable_rethrow(thrown)
    return { ok: false, error: toPublicError(thrown, logUnlessExpected(thrown)) }
  }
}
