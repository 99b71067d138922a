/**
 * Sanitises requests to next-auth's routes, which would otherwise read bodies of any size, fail on invalid
 * JSON and copy error names into headers.
 */
import 'server-only'
import { NextRequest } from 'next/server'
import { AppError } from '../../errors.ts'
import { isObject } from '../../json/json.ts'
import { parseJsonText, readText } from './read-body.ts'

// Far above an email, a password and a callback URL.
const MAX_BODY_BYTES = 64 * 1024

const ACTIONS =
  /^\/api\/auth\/(signin|signout|session|csrf|providers|callback|error|verify-request|_log)(\/|$)/

/**
 * Returns the request with its body read. Throws NOT_FOUND for an unknown route, INVALID_INPUT for a body that is too
 * large or JSON that is not an object.
 */
export async function readAuthRequest(request: Request): Promise<NextRequest> {
  const { method } = request
  const url = new URL(request.url)
  if (!ACTIONS.test(url.pathname)) throw unknownRoute(request.url)
  // next-auth's own error names are words, such as "AccessDenied".
  if (!/^\w*$/.test(url.searchParams.get('error') ?? '')) url.searchParams.delete('error')
  // next-auth answers 500 for an invalid callback URL.
  if (!isHttpAddress(url.searchParams.get('callbackUrl') ?? '/', url)) url.searchParams.delete('callbackUrl')
  const headers = withoutBadCallback(request.headers, url)
  if (method !== 'POST') return new NextRequest(url, { method, headers })
  const body = await readText(request, MAX_BODY_BYTES)
  if (headers.get('content-type')?.includes('application/json') && !isObject(parseJsonText(body)))
    throw new AppError('INVALID_INPUT', { message: 'The request body must be an object.' })
  return new NextRequest(url, { method, headers, body })
}

/** Removes next-auth's callback cookie if it contains no valid URL. */
function withoutBadCallback(sent: Headers, url: URL): Headers {
  const headers = new Headers(sent)
  const cookies = (sent.get('cookie') ?? '').split(/; */)
  const good = cookies.filter((cookie) => {
    const [, value] = /^(?:__Secure-)?next-auth\.callback-url=(.*)$/.exec(cookie) ?? []
    return value === undefined || isHttpAddress(unescaped(value), url)
  })
  if (good.length < cookies.length) headers.set('cookie', good.join('; '))
  return headers
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Accepts a path or an absolute URL, as next-auth does. */
function isHttpAddress(text: string, base: URL): boolean {
  const address = URL.parse(text, text.startsWith('/') ? base : undefined)
  return address !== null && /^https?:$/.test(address.protocol)
}

export function unknownRoute(url: string): AppError {
  return new AppError('NOT_FOUND', {
    message: `There is no endpoint at ${new URL(url).pathname.slice(0, 200)}.`,
    suggestedAction: 'See /api/openapi.json for the available endpoints.',
  })
}
