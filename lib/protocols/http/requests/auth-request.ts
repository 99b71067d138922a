/** next-auth itself would read bodies of any size, fail on invalid JSON and copy error names into headers. */
import 'server-only'
import { cookies } from 'next/headers'
import { NextRequest } from 'next/server'
import { CREDENTIALS_PROVIDER_IDS } from '../../../auth/oidc-settings.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isObject } from '../../../kernel/json/json.ts'
import { parseJsonText, readText } from './read-body.ts'

const MAX_BODY_BYTES = 64 * 1024

// The actions of next-auth, except `_log`, which lets anyone write to the log.
const ACTIONS = /^\/api\/auth\/(signin|signout|session|csrf|providers|callback|error|verify-request)(\/|$)/
// The callbacks of credentials accept only POST; next-auth answers 500 to other methods.
const CREDENTIALS = new RegExp(`^/api/auth/callback/(${CREDENTIALS_PROVIDER_IDS.join('|')})(/|$)`)

/**
 * Returns the request with its body. Throws NOT_FOUND for an unknown route, INVALID_INPUT for a body that is too large
 * or JSON that is not an object.
 */
export async function readAuthRequest(request: Request): Promise<NextRequest> {
  const { method } = request
  const url = new URL(request.url)
  const isKnown = ACTIONS.test(url.pathname) && (method === 'POST' || !CREDENTIALS.test(url.pathname))
  if (!isKnown) throw unknownRoute(request.url)
  // Names of errors are words, such as "AccessDenied"; anything else did not come from next-auth.
  if (!/^\w*$/.test(url.searchParams.get('error') ?? '')) url.searchParams.delete('error')
  // Removed, because next-auth would answer 500 to such an address.
  if (!isHttpAddress(url.searchParams.get('callbackUrl') ?? '/', url)) url.searchParams.delete('callbackUrl')
  await dropBadCallback(url)
  const { headers } = request
  if (method !== 'POST') return new NextRequest(url, { method, headers })
  const body = await readText(request, MAX_BODY_BYTES)
  if (headers.get('content-type')?.includes('application/json') && !isObject(parseJsonText(body)))
    throw new AppError('INVALID_INPUT', { message: 'The request body must be an object.' })
  return new NextRequest(url, { method, headers, body })
}

/** Deletes a cookie without a valid URL. next-auth reads cookies from Next. */
async function dropBadCallback(base: URL): Promise<void> {
  const jar = await cookies()
  for (const name of ['next-auth.callback-url', '__Secure-next-auth.callback-url']) {
    const value = jar.get(name)?.value
    if (value !== undefined && value !== '' && !isHttpAddress(value, base))
      jar.set(name, '', { maxAge: 0, path: '/' })
  }
}

/** Tells whether the text is an HTTP address or a path, as next-auth accepts them. */
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
