/**
 * Sets a fresh nonce and the Content-Security-Policy, and rejects bodies too large for a form before Next
 * buffers them. Access control is in the services.
 */
import { type NextRequest, NextResponse } from 'next/server'
import { maxActionBytes, refuseActionBody } from '#lib/protocols/http/requests/action-body.ts'
import { NONCE_HEADER, PATH_HEADER } from '#lib/protocols/http/requests/page-headers.ts'
import { refusalAsText, refuseLongQuery } from '#lib/protocols/http/requests/read-body.ts'
import { contentSecurityPolicy } from '#lib/protocols/http/server/content-security-policy.ts'
import { findFrameAncestors } from '#lib/protocols/http/server/frame-ancestors.ts'
import {
  isCostlyPage,
  refuseFrequentViews,
  refuseLinkGuesses,
} from '#lib/protocols/http/server/limit-page-views.ts'
import { openSession, sessionCookieName } from '#lib/protocols/session/cookies/session-token.ts'
import { addressFrom } from '#lib/protocols/session/network/address-from.ts'
import { requireSameOrigin } from '#lib/protocols/session/network/require-same-origin.ts'

export async function proxy(request: NextRequest): Promise<Response> {
  return (await refuse(request)) ?? pass(request, await findFrameAncestors(request.nextUrl.pathname))
}

async function refuse(request: NextRequest): Promise<Response | null> {
  const { pathname, search } = request.nextUrl
  const refusal = refuseLongQuery(search)
  if (refusal) return refusal
  if (request.method === 'GET' || request.method === 'HEAD') return refuseView(request)
  if (FILES.test(pathname)) return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  // A preflight changes nothing: the route answers whether other sites may read it.
  if (request.method === 'OPTIONS') return null
  if (request.headers.has('x-action-forwarded')) return refuseForwardedAction()
  try {
    // Next would refuse such an action, too, but with status 500.
    requireSameOrigin(request)
  } catch (thrown) {
    return refusalAsText(thrown)
  }
  const session = await openSession(request.cookies.get(sessionCookieName())?.value)
  return refuseActionBody(request, maxActionBytes(pathname, session !== null))
}

/**
 * Next forwards an action that the page does not have to a page that has it, in a request to its own address, where the
 * limits of the caller would be counted for this machine. With this header in the answer, Next answers the first request
 * with 409, and its client throws `UnrecognizedActionError`. Pages send only actions that they have.
 */
function refuseForwardedAction(): Response {
  return new Response(null, { status: 409, headers: { 'x-nextjs-action-not-found': '1' } })
}

async function refuseView({
  nextUrl: { pathname },
  headers,
  cookies,
}: NextRequest): Promise<Response | null> {
  const refusal = await refuseLinkGuesses(pathname, addressFrom(headers.get('x-forwarded-for')))
  if (refusal || !isCostlyPage(pathname)) return refusal
  const session = await openSession(cookies.get(sessionCookieName())?.value)
  // A visitor gets the page for signing in.
  return session && refuseFrequentViews(session.userId)
}

const FILES = /^\/(?:_next\/|favicon\.ico$|icon\.svg$)/

function pass(request: NextRequest, frameAncestors: string[]): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = contentSecurityPolicy(nonce, {
    dev: process.env.NODE_ENV === 'development',
    frameAncestors,
  })

  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set(NONCE_HEADER, nonce)
  headers.set(PATH_HEADER, pathOf(request))

  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  // The document that Next sends for `notFound()` has no `lang` (https://github.com/vercel/next.js/issues/62228).
  response.headers.set('content-language', 'en')
  return response
}

function pathOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.search)
  query.delete('_rsc')
  const search = query.toString()
  return search ? `${nextUrl.pathname}?${search}` : nextUrl.pathname
}

export const config = {
  matcher: [
    // Matches everything except API routes and files, by whole segments: "/apify/x" is a publisher's page, and a
    // path below an API route without subpaths is a not-found page.
    '/((?!(?:api|_next/static|_next/image)(?:/|$)|(?:rpc|mcp|metrics|images/[^/]+)$|favicon\\.ico$|icon\\.svg$).*)',
    // Next would run a server action for a file request with a body. Next reads this at build time: literals only.
    { source: '/:path(_next/.*|favicon\\.ico|icon\\.svg)', has: [{ type: 'header', key: 'content-length' }] },
    {
      source: '/:path(_next/.*|favicon\\.ico|icon\\.svg)',
      has: [{ type: 'header', key: 'transfer-encoding' }],
    },
  ],
}
