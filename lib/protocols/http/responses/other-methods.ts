/** Answers other methods (RFC 9110 §15.5.6, §10.2.1); Next's own 405 is empty. */
import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import {
  findMissingScopes,
  HTTP_METHODS,
  httpStatus,
  isTooLarge,
  type PublicError,
  toPublicError,
  withAbsoluteLink,
  wrongMethod,
} from '../../../kernel/errors.ts'
import { logUnlessExpected } from '../../../kernel/logging/log.ts'
import { publicOrigin } from '../../session/network/caller-address.ts'
import { answerPreflight, readableAnywhere } from './cross-origin.ts'
import { oauthResponse } from './oauth-response.ts'

type Method = (typeof HTTP_METHODS)[number]
type Handler = (request: Request) => Promise<Response>

type Form = (refuse: () => Promise<never>) => Promise<Response>

/** Handlers for all other methods, which refuse them. OPTIONS lists the methods but does not answer preflights. */
export function otherMethods(own: Method[], form: Form = httpResponse): Record<Method, Handler> {
  const allowed = HTTP_METHODS.filter(
    (method) => own.includes(method) || method === 'OPTIONS' || (method === 'HEAD' && own.includes('GET')),
  )
  const headers = { allow: allowed.join(', ') }
  const refuse: Handler = async ({ method }) => {
    const response = await form(() => Promise.reject(wrongMethod(method, allowed)))
    response.headers.set('allow', headers.allow)
    return readableAnywhere(response)
  }
  const refusals = Object.fromEntries(HTTP_METHODS.map((method) => [method, refuse])) as Record<
    Method,
    Handler
  >
  return { ...refusals, OPTIONS: async () => new Response(null, { status: 204, headers }) }
}

type CrossOriginMethods = Record<Exclude<Method, 'OPTIONS'>, Handler> & { OPTIONS: () => Response }

/** Like `otherMethods`, but OPTIONS answers preflights. */
export function crossOriginMethods(own: Method[], form?: Form): CrossOriginMethods {
  return { ...otherMethods(own, form), OPTIONS: () => answerPreflight(own.join(', ')) }
}

/** Refuses as an invalid request (JSON-RPC 2.0 §5.1). */
export const asJsonRpc: Form = (refuse) =>
  refuse().catch((thrown: unknown) => {
    const error = toPublicError(thrown)
    const body = { jsonrpc: '2.0', id: null, error: { code: -32600, message: error.message } }
    return Response.json(body, { status: httpStatus(error), headers: { 'cache-control': 'no-store' } })
  })

/** Refuses with `invalid_request` (RFC 6749 §5.2). */
export const asOAuth: Form = async (refuse) => {
  const response = await oauthResponse(refuse)
  return new Response(response.body, { status: 405, headers: response.headers })
}

const NO_STORE = { 'cache-control': 'no-store' }

/** Returns values and errors as JSON: `{error: PublicError}` with the table's status. Links begin with `origin`. */
export async function httpResponse(work: () => Promise<unknown>, origin?: string): Promise<Response> {
  try {
    const value = await work()
    return value instanceof Response ? value : Response.json(value ?? null, { headers: NO_STORE })
  } catch (thrown) {
    unstable_rethrow(thrown)
    const error = toPublicError(thrown, logUnlessExpected(thrown))
    return errorResponse(origin === undefined ? error : withAbsoluteLink(error, origin))
  }
}

/** Like `httpResponse`, readable from any origin: for routes that ignore cookies. */
export async function publicResponse(work: () => Promise<unknown>, origin?: string): Promise<Response> {
  return readableAnywhere(await httpResponse(work, origin))
}

type RouteContext<Params> = { params: Promise<Params> }
type RouteWork<Params> = (request: Request, params: Params) => Promise<unknown>
type RouteHandler<Params> = (request: Request, context?: RouteContext<Params>) => Promise<Response>

export function httpRoute<Params = unknown>(work: RouteWork<Params>): RouteHandler<Params> {
  return (request, context) =>
    httpResponse(async () => work(request, (await context?.params) as Params), publicOrigin(request.headers))
}

export function publicRoute<Params = unknown>(work: RouteWork<Params>): RouteHandler<Params> {
  return (request, context) =>
    publicResponse(
      async () => work(request, (await context?.params) as Params),
      publicOrigin(request.headers),
    )
}

function errorResponse(error: PublicError): Response {
  const { code, retry_after } = error
  const scopes = findMissingScopes(error)
  const headers = {
    ...NO_STORE,
    ...(retry_after !== undefined && { 'retry-after': String(retry_after) }),
    // RFC 9110 §15.5.2 requires it.
    ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }),
    ...(scopes && {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`,
    }),
    // The body was not read to its end (RFC 9112 §9.3).
    ...(isTooLarge(error) && { connection: 'close' }),
  }
  return Response.json({ error }, { status: httpStatus(error), headers })
}
