/** What the site does with each request before Next reads it (`create-web-server.ts`). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, HTTP_METHODS, wrongMethod } from '../../../kernel/errors.ts'
import { isEmbedPath } from '../../../kernel/site/paths.ts'
import { dropForwarded } from '../../session/network/address-from.ts'
import { requireKnownHost } from '../../session/network/require-known-host.ts'
import { FILE_HEADERS, FILES_POLICY, SECURITY_HEADERS } from './content-security-policy.ts'

/**
 * Brings the address and the headers of a request into the form that Next expects, and gives its response the security
 * headers, which Next omits on redirects and errors.
 *
 * Throws INVALID_INPUT for an unknown method, an invalid host name or several, and POLICY_DENIED as `requireKnownHost`.
 */
export function prepareRequest(request: IncomingMessage, response: ServerResponse): void {
  toOriginForm(request)
  setSecurityHeaders(request, response)
  dropForwarded(request)
  const { method = '' } = request
  // Next answers 500 to TRACE, and a page to PROPFIND.
  if (!(HTTP_METHODS as readonly string[]).includes(method)) throw wrongMethod(method, HTTP_METHODS)
  requireOneHost(request)
  requireKnownHost(request.headers.host)
  requireValidHost(request.headers.host)
  request.url = decodable(request.url ?? '/').replace(FAILURE_PAGE, '/_global-error/none')
}

/** The target of a request in absolute form (RFC 9112 §3.2.2), split into its host and its origin form. */
export function splitAbsoluteForm(url: string): { host: string; path: string } | undefined {
  const [, host, path = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? []
  if (host === undefined) return undefined
  return { host, path: path.startsWith('/') ? path : `/${path}` }
}

/**
 * Reads `GET http://site.example/x` as `GET /x` for that host. Next would take the whole address for the path, and
 * redirect to it.
 */
function toOriginForm(request: IncomingMessage): void {
  const absolute = splitAbsoluteForm(request.url ?? '')
  if (!absolute) return
  request.url = absolute.path
  // A host in the request line precedes that of the header.
  request.headers.host = absolute.host
}

/** RFC 9112 §3.2 requires 400: a proxy in front may have read another host than this server, which reads the first. */
function requireOneHost({ headersDistinct }: IncomingMessage): void {
  if ((headersDistinct.host?.length ?? 0) <= 1) return
  throw new AppError('INVALID_INPUT', { message: 'The request has more than one Host header.' })
}

/** Next's page for failures in the layout has a path of its own, where it would answer 200 although nothing failed. */
const FAILURE_PAGE = /^\/_global-error(?=$|[/?])/

/** Next builds the URL of a request from the header, and would answer 500. HTTP/1.0 needs no host (RFC 9112 §3.2). */
function requireValidHost(host: string | undefined): void {
  if (host === undefined || (!/[\s/\\?#@]/.test(host) && URL.canParse(`http://${host}`))) return
  throw new AppError('INVALID_INPUT', { message: 'The Host header of the request is not a host name.' })
}

/** Returns an address whose path can be decoded: `/docs/%ff` becomes a page that does not exist; Next answers 500. */
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

function setSecurityHeaders({ url = '' }: IncomingMessage, response: ServerResponse): void {
  // The proxy does not run for files; a missing one is a page.
  if (url.startsWith('/_next/')) response.setHeader('content-security-policy', FILES_POLICY)
  const headers = url.startsWith('/_next/static/') ? FILE_HEADERS : SECURITY_HEADERS
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  // Removed, because `frame-ancestors` decides who may frame the page.
  if (isEmbedPath(url)) response.removeHeader('x-frame-options')
}
