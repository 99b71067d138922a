/**
 * The edge of the /api routes: values and failures become responses. Floor 4.
 */
import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { httpStatus, isTooLarge, type PublicError, toPublicError } from '../errors.ts'
import { logUnlessExpected } from './log.ts'

/** What one caller was told is for no other, and the next time it may be something else. */
const NOT_KEPT = { 'cache-control': 'no-store' }

/**
 * Answers with what `work` returns: a Response as it is, anything else as JSON. What it throws becomes
 * `{error: PublicError}` with the table's status, and `Retry-After` where there is one to give.
 */
export async function answerHttp(work: () => Promise<unknown>): Promise<Response> {
  try {
    const value = await work()
    return value instanceof Response ? value : Response.json(value ?? null, { headers: NOT_KEPT })
  } catch (thrown) {
    unstable_rethrow(thrown)
    return errorResponse(toPublicError(thrown, logUnlessExpected(thrown)))
  }
}

function errorResponse(error: PublicError): Response {
  const { code, retry_after } = error
  const headers = {
    ...NOT_KEPT,
    ...(retry_after !== undefined && { 'retry-after': String(retry_after) }),
    // RFC 9110 §15.5.2: a 401 says what would open the door.
    ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }),
    // The rest of the body was not read, so nothing can be read after it (RFC 9112 §9.3).
    ...(isTooLarge(error) && { connection: 'close' }),
  }
  return Response.json({ error }, { status: httpStatus(error), headers })
}
