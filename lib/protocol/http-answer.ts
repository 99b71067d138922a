/**
 * The edge of the /api routes: values and failures become responses. Floor 4.
 */
import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { ERRORS, type PublicError, toPublicError } from '../errors.ts'
import { logUnlessExpected } from './log.ts'

/**
 * Answers with what `work` returns: a Response as it is, anything else as JSON. What it throws becomes
 * `{error: PublicError}` with the table's status, and `Retry-After` where there is one to give.
 */
export async function answerHttp(work: () => Promise<unknown>): Promise<Response> {
  try {
    const value = await work()
    return value instanceof Response ? value : Response.json(value ?? null)
  } catch (thrown) {
    unstable_rethrow(thrown)
    return errorResponse(toPublicError(thrown, logUnlessExpected(thrown)))
  }
}

export function errorResponse(error: PublicError): Response {
  const retry = error.retry_after === undefined ? undefined : { 'retry-after': String(error.retry_after) }
  return Response.json({ error }, { status: ERRORS[error.code].http, headers: retry })
}
