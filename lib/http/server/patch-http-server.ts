/**
 * Makes URLs with broken escapes (`/docs/%ff`) answer 404. Next answers 500 before any of our code, so the
 * percent signs are escaped in a diagnostics channel of Node.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SECURITY_HEADERS } from './content-security-policy.ts'

const CHANNEL = 'http.server.request.start'

export function decodable(url: string): string {
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

export function acceptBrokenEscapes(): () => void {
  unsubscribe(CHANNEL, escapePath)
  subscribe(CHANNEL, escapePath)
  return () => unsubscribe(CHANNEL, escapePath)
}

function setHeaders(message: unknown): void {
  const { response } = message as { response: ServerResponse }
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
}

/**
 * Sets security headers on every response of this process: Next omits them on its own redirects and errors.
 * Returns a function that stops it.
 */
export function sendSecurityHeaders(): () => void {
  unsubscribe(CHANNEL, setHeaders)
  subscribe(CHANNEL, setHeaders)
  return () => unsubscribe(CHANNEL, setHeaders)
}
