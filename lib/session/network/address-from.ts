/**
 * Each proxy appends the address that called it, so with n trusted proxies the n-th entry from the right is
 * reliable; entries to its left may be forged. Without a proxy the header contains only the socket's address.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

export function addressFrom(forwardedFor: string | null, proxies = trustedProxies()): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  // Fewer entries than proxies: the request bypassed the outer ones.
  const address = entries.at(-Math.max(1, proxies)) ?? entries[0]
  return address ? networkOf(address) : 'unknown'
}

/** An IPv6 /64 network counts as one caller. */
function networkOf(address: string): string {
  // The longest address has 45 characters (IPv4 in IPv6), without its zone.
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}

/** Number of trusted proxies (`TRUST_PROXY`); invalid values count as none. */
export function trustedProxies(setting = process.env.TRUST_PROXY): number {
  return setting && /^[0-9]{1,2}$/.test(setting) ? Number(setting) : 0
}

const CHANNEL = 'http.server.request.start'

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

function dropHeaders(message: unknown): void {
  // Node documents the message of this channel.
  const { request } = message as { request: IncomingMessage }
  for (const header of FORWARDED) delete request.headers[header]
}

/**
 * Only the caller can have set the headers if there is no trusted proxy, and Next fills them from the socket
 * only if they are absent. Otherwise callers could evade rate limits, and the check of an action's origin.
 * Returns the unsubscribe function.
 */
export function dropForwarded(proxies = trustedProxies()): () => void {
  if (proxies > 0) return () => {}
  // The development server runs this again with each change.
  unsubscribe(CHANNEL, dropHeaders)
  subscribe(CHANNEL, dropHeaders)
  return () => unsubscribe(CHANNEL, dropHeaders)
}
