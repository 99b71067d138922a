/**
 * Protects a loopback-only site against DNS rebinding: a foreign page can resolve its own name to 127.0.0.1 and sign in
 * with the demo's password; only the Host header reveals it. See MCP, Transports, Security Warning; RFC 9110 §7.2.
 */
import { AppError } from '../../../kernel/errors.ts'
import { trustedProxies } from './address-from.ts'

type Settings = Partial<Record<'HOST' | 'NEXTAUTH_URL' | 'TRUST_PROXY', string>>

/** Tells whether only this machine can reach the site, because no setting exposes it. */
export function isLoopbackOnly({ HOST, NEXTAUTH_URL, TRUST_PROXY }: Settings): boolean {
  return (
    isLoopback(HOST || '127.0.0.1') &&
    trustedProxies(TRUST_PROXY ?? '') === 0 &&
    (!NEXTAUTH_URL || isLoopback(nameIn(NEXTAUTH_URL)))
  )
}

/** Tells whether a Host header is accepted; a public site accepts any. */
export function isKnownHost(host: string | undefined, settings: Settings = process.env): boolean {
  // Browsers, which rebinding attacks use, always send Host; HTTP/1.0 clients need not.
  return host === undefined || !isLoopbackOnly(settings) || isLoopback(nameIn(`http://${host}`))
}

/** True for the names of RFC 6761 §6.3, and for 127.0.0.0/8 and ::1. */
function isLoopback(name: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name)
}

function nameIn(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

/** Throws POLICY_DENIED for a Host header that names another machine than the one that a loopback-only site runs on. */
export function requireKnownHost(host: string | undefined, settings: Settings = process.env): void {
  if (isKnownHost(host, settings)) return
  throw new AppError('POLICY_DENIED', {
    message: `This server only accepts requests to localhost, not to “${host?.slice(0, 100)}”.`,
    suggestedAction: 'To allow other host names, set NEXTAUTH_URL to the public address of this site.',
  })
}
