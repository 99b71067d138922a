/**
 * Stands before every page: gives it a fresh nonce, its Content-Security-Policy and the headers beside it.
 *
 * Nothing here decides who may see what; services do. Next demands this file at the root.
 */
import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy, SECURITY_HEADERS } from '#lib/protocol/content-security-policy.ts'
import { NONCE_HEADER, PATH_HEADER } from '#lib/protocol/page-headers.ts'

export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = contentSecurityPolicy(nonce, { dev: process.env.NODE_ENV === 'development' })

  // Next reads the nonce for its own scripts out of the request's policy.
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set(NONCE_HEADER, nonce)
  headers.set(PATH_HEADER, pathOf(request))

  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
  return response
}

/** Path and query as the person sees them, without the marker of Next's own page requests. */
function pathOf({ nextUrl }: NextRequest): string {
  const query = new URLSearchParams(nextUrl.search)
  query.delete('_rsc')
  const search = query.toString()
  return search ? `${nextUrl.pathname}?${search}` : nextUrl.pathname
}

export const config = {
  // Everything but doors and files. Whole segments, not beginnings: "/apify/x" is a publisher's page; and below a door
  // that has nothing below it is the page that says so.
  matcher: [
    '/((?!(?:api|_next/static|_next/image)(?:/|$)|(?:rpc|mcp|images/[^/]+)$|favicon\\.ico$|icon\\.svg$).*)',
  ],
}
