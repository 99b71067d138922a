/** How the doors of OAuth answer: in OAuth's own words, readable by the pages of any site. Floor 4. */
import 'server-only'
import { isTooLarge, toPublicError } from '../errors.ts'
import { OAuthRefusal } from '../oauth/oauth-refusal.ts'
import { readableAnywhere } from './cross-origin.ts'
import { logUnlessExpected } from './log.ts'
import { readText } from './read-body.ts'

const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }
// Far more than any client has to say.
const MAX_BODY_BYTES = 64 * 1024
const FORM = 'application/x-www-form-urlencoded'

/** Answers with what `work` returns as JSON; whatever it throws has the form that RFC 6749 §5.2 gives it. */
export async function answerOAuth(work: () => Promise<object | undefined>, status = 200): Promise<Response> {
  try {
    return readableAnywhere(Response.json((await work()) ?? {}, { status, headers: NO_STORE }))
  } catch (thrown) {
    return readableAnywhere(errorResponse(thrown))
  }
}

function errorResponse(thrown: unknown): Response {
  if (thrown instanceof OAuthRefusal) return responseOf(thrown)
  const error = toPublicError(thrown, logUnlessExpected(thrown))
  const word = { INVALID_INPUT: 'invalid_request', RATE_LIMIT_EXCEEDED: 'temporarily_unavailable' }[
    error.code as string
  ]
  return responseOf(new OAuthRefusal(word ?? 'server_error', error.message), {
    ...(error.retry_after !== undefined && { 'retry-after': String(error.retry_after) }),
    // The rest of the body was not read, so nothing can be read after it (RFC 9112 §9.3).
    ...(isTooLarge(error) && { connection: 'close' }),
  })
}

function responseOf(refusal: OAuthRefusal, more: Record<string, string> = {}): Response {
  const { status } = refusal
  // RFC 9110 §15.5.2: a 401 says what would open the door; §5.2 of RFC 6749 has this one in mind.
  const challenge = status === 401 && { 'www-authenticate': 'Basic realm="Guildhall"' }
  return Response.json(refusal.toJson(), { status, headers: { ...NO_STORE, ...challenge, ...more } })
}

/** The fields of a form-encoded body, each with all its values. Throws INVALID_INPUT, and an OAuthRefusal for another body. */
export async function readFormFields(request: Request): Promise<Record<string, string[]>> {
  const [type] = (request.headers.get('content-type') ?? '').split(';')
  if (type!.trim().toLowerCase() !== FORM)
    throw new OAuthRefusal('invalid_request', `Send a form, as ${FORM}.`)
  const form = new URLSearchParams(await readText(request, MAX_BODY_BYTES))
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]))
}
