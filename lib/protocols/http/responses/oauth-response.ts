import 'server-only'
import { OAuthRequestError } from '../../../auth/oauth/request-params.ts'
import { isTooLarge, toPublicError } from '../../../kernel/errors.ts'
import { logUnlessExpected } from '../../../kernel/logging/log.ts'
import { readText } from '../requests/read-body.ts'
import { readableAnywhere } from './cross-origin.ts'

const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }
const MAX_BODY_BYTES = 64 * 1024
const FORM = 'application/x-www-form-urlencoded'

/** Returns errors as in RFC 6749 §5.2, readable from any origin. */
export async function oauthResponse(
  work: () => Promise<object | undefined>,
  status = 200,
): Promise<Response> {
  try {
    return readableAnywhere(Response.json((await work()) ?? {}, { status, headers: NO_STORE }))
  } catch (thrown) {
    return readableAnywhere(errorResponse(thrown))
  }
}

function errorResponse(thrown: unknown): Response {
  if (thrown instanceof OAuthRequestError) return toResponse(thrown)
  const error = toPublicError(thrown, logUnlessExpected(thrown))
  const word = { INVALID_INPUT: 'invalid_request', RATE_LIMIT_EXCEEDED: 'temporarily_unavailable' }[
    error.code as string
  ]
  return toResponse(new OAuthRequestError(word ?? 'server_error', error.message), {
    ...(error.retry_after !== undefined && { 'retry-after': String(error.retry_after) }),
    // The body was not read to its end (RFC 9112 §9.3).
    ...(isTooLarge(error) && { connection: 'close' }),
  })
}

function toResponse(refusal: OAuthRequestError, more: Record<string, string> = {}): Response {
  const { status } = refusal
  // RFC 9110 §15.5.2 requires it.
  const challenge = status === 401 && { 'www-authenticate': 'Basic realm="Guildhall"' }
  return Response.json(refusal.toJson(), { status, headers: { ...NO_STORE, ...challenge, ...more } })
}

/** Returns all values of each field. Throws INVALID_INPUT, and OAuthRefusal for another content type. */
export async function readFormFields(request: Request): Promise<Record<string, string[]>> {
  const [type] = (request.headers.get('content-type') ?? '').split(';')
  if (type!.trim().toLowerCase() !== FORM)
    throw new OAuthRequestError('invalid_request', `Send a form, as ${FORM}.`)
  const form = new URLSearchParams(await readText(request, MAX_BODY_BYTES))
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]))
}
