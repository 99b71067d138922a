/**
 * Where a program may have people sent back to. Pure.
 *
 * Source: OAuth 2.1 §2.3.1 (compared as text), §10.3.3 and RFC 8252 §7 (native programs).
 */

import { isStorable } from '../contract/json/storable.ts'

// They run, show, call or write something by themselves instead of reaching a program that listens.
const NEVER = new Set(
  [
    'javascript data vbscript livescript mocha blob file about filesystem view-source feed jar mhtml res resource mk',
    'shell search search-ms ldap ldaps smb nfs ftp sftp ssh telnet ws wss chrome edge opera intent android-app',
    'mailto tel telprompt callto sms smsto mms sip sips facetime facetime-audio geo maps magnet',
  ]
    .join(' ')
    .split(' ')
    .map((scheme) => `${scheme}:`),
)
// Those of Windows and Office begin parts of the system: ms-msdt, ms-officecmd, ms-word, …
const OF_SYSTEM = /^ms-/
// A parser passes over some of these: what is kept would not be what is gone to.
const UNSEEN = /[\s\p{Cc}\p{Cf}]/u
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Why a program may not register this address; null when it may. */
export function whyNotRedirect(uri: string): string | null {
  if (!URL.canParse(uri)) return 'is not an absolute URL'
  if (!isStorable(uri) || UNSEEN.test(uri)) return 'contains characters that cannot be kept'
  const { protocol, hash, username, password } = new URL(uri)
  if (NEVER.has(protocol) || OF_SYSTEM.test(protocol)) return `may not begin with ${protocol}`
  if (hash || uri.includes('#')) return 'may not have a fragment'
  if (username || password) return 'may not carry a name or password'
  if (protocol === 'http:' && !isLoopback(uri)) return 'must be https, unless it is this computer itself'
  return null
}

/** Whether a registered address covers the one that was asked for: to the letter, but for a loopback's port. */
export function coversRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true
  if (!URL.canParse(asked) || UNSEEN.test(asked) || !isLoopback(registered) || !isLoopback(asked))
    return false
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

/** Where a person goes: a host, or a scheme. Of a native program's own scheme the rest is its own too: "evil://claude.ai" is nothing of claude.ai's. */
export function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}
