/**
 * Where a program may have people sent back to. Pure.
 *
 * Source: OAuth 2.1 §2.3.1 (compared as text), §10.3.3 and RFC 8252 §7 (native programs).
 */

import { isStorable } from '../contract/json/storable.ts'

// They run or show something by themselves instead of reaching a program that listens.
const NEVER = new Set(
  'javascript data vbscript blob file about filesystem view-source intent ms-msdt search-ms jar ftp ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
)
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Why a program may not register this address; null when it may. */
export function whyNotRedirect(uri: string): string | null {
  if (!URL.canParse(uri)) return 'is not an absolute URL'
  if (!isStorable(uri)) return 'contains characters that cannot be kept'
  const { protocol, hash, username, password } = new URL(uri)
  if (NEVER.has(protocol)) return `may not begin with ${protocol}`
  if (hash || uri.includes('#')) return 'may not have a fragment'
  if (username || password) return 'may not carry a name or password'
  if (protocol === 'http:' && !isLoopback(uri)) return 'must be https, unless it is this computer itself'
  return null
}

/** Whether a registered address covers the one that was asked for: to the letter, but for a loopback's port. */
export function coversRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  if (!URL.canParse(asked) || !isLoopback(registered) || !isLoopback(asked)) return false
  return withoutPort(registered) === withoutPort(asked)
}

function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && LOOPBACK.has(hostname)
}

// A native program takes whichever port is free (RFC 8252 §7.3).
function withoutPort(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}
