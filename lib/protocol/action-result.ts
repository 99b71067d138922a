/**
 * The server-action edge. Floor 4.
 *
 * Next hides the message of anything thrown out of a server action in production, so a failure a person should
 * read has to be returned.
 */
import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { type PublicError, toPublicError } from '../errors.ts'
import { logUnlessExpected } from './log.ts'

export type ActionResult<T> = { ok: true; data: T } | { ok: false; error: PublicError }

/**
 * Runs `work`; what it throws comes back as a `PublicError` and is logged if it is our fault. Next's own
 * signals (`redirect`, `notFound`) pass through.
 */
export async function actionResult<T>(work: () => Promise<T>): Promise<ActionResult<T>> {
  try {
    return { ok: true, data: await work() }
  } catch (thrown) {
    unstable_rethrow(thrown)
    return { ok: false, error: toPublicError(thrown, logUnlessExpected(thrown)) }
  }
}
