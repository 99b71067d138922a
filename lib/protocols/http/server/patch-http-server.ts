/** Changes requests by a diagnostics channel, before Next reads them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HTTP_METHODS } from '../../../kernel/errors.ts'
import { isEmbedPath } from '../../../kernel/site/paths.ts'
import { REFUSED_ROUTE } from '../../session/network/refuse-unknown-hosts.ts'
import { FILE_HEADERS, FILES_POLICY, SECURITY_HEADERS } from './content-security-policy.ts'

const CHANNEL = 'http.server.request.start'

/** The target of a request in absolute form (RFC 9112 §3.2.2), split into its host and its origin form. */
export function splitAbsoluteForm(url: string): { host: string; path: string } | undefined {
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? []
  if (host === undefined) return undefined
  return { host, path: path.startsWith('/') ? path : `/${path}` }
}

function toOriginForm(message: unknown): void {
  const { request } = message as { request: IncomingMessage }
  const absolute = splitAbsoluteForm(request.url ?? '')
  if (!absolute) return
  request.url = absolute.path
  // It precedes the header.
  request.headers.host = absolute.host
}

/**
 * Reads `GET http://site.example/x` as `GET /x` for that host. Next would take the whole address for the path, and
 * redirect to it. Call it before anything that reads the host or the path.
 */
export function acceptAbsoluteForm(): () => void {
  unsubscribe(CHANNEL, toOriginForm)
  subscribe(CHANNEL, toOriginForm)
  return () => unsubscribe(CHANNEL, toOriginForm)
}

export function decodable(url: string): string {
  // RFC 9112 §3.2.4: "OPTIONS *"; Next answers 500.
  if (url === '*') return '/*'
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes('%')) return url
  const parts = path.split('/').map((part) => (canBeDecoded(part) ? part : part.replaceAll('%', '%25')))
  return parts.join('/') + (end < 0 ? '' : url.slice(end))
}

function canBeDecoded(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

function escapePath(message: unknown): void {
  const { request } = message as { request: IncomingMessage }
  if (request.url) request.url = decodable(request.url)
}

/** `/docs/%ff` becomes a 404; Next answers 500. */
export function acceptBrokenEscapes(): () => void {
  unsubscribe(CHANNEL, escapePath)
  subscribe(CHANNEL, escapePath)
  return () => unsubscribe(CHANNEL, escapePath)
}

function rerouteUnknownMethod(message: unknown): void {
  const { request } = message as { request: IncomingMessage }
  const { method = '' } = request
  if ((HTTP_METHODS as readonly string[]).includes(method)) return
  request.url = `${REFUSED_ROUTE}?method=${encodeURIComponent(method)}`
  request.method = 'GET'
}

/** Answers 405; Next answers 500 to TRACE, and a page to PROPFIND. */
export function refuseUnknownMethods(): () => void {
  unsubscribe(CHANNEL, rerouteUnknownMethod)
  subscribe(CHANNEL, rerouteUnknownMethod)
  return () => unsubscribe(CHANNEL, rerouteUnknownMethod)
}

function setHeaders(message: unknown): void {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  // The proxy does not run for files; a missing one is a page.
  if (request.url?.startsWith('/_next/')) response.setHeader('content-security-policy', FILES_POLICY)
  const headers = request.url?.startsWith('/_next/static/') ? FILE_HEADERS : SECURITY_HEADERS
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  // `frame-ancestors` decides instead.
  if (isEmbedPath(request.url ?? '')) response.removeHeader('x-frame-options')
}

/** Next omits them on redirects and errors. Returns a function that stops it. */
export function sendSecurityHeaders(): () => void {
  unsubscribe(CHANNEL, setHeaders)
  subscribe(CHANNEL, setHeaders)
  return () => unsubscribe(CHANNEL, setHeaders)
}
