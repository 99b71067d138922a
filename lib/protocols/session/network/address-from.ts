/**
 * Each proxy appends its caller, so with n trusted proxies the n-th entry from the right is reliable. Without a proxy
 * there is only the socket's address.
 */

import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

export function addressFrom(forwardedFor: string | null, proxies = trustedProxies()): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  // With fewer entries, the request bypassed the outer proxies.
  const address = entries.at(-Math.max(1, proxies)) ?? entries[0]
  return address ? toNetwork(address) : 'unknown'
}

/** Returns the /64 network of an IPv6 address, because one customer usually has all its addresses. */
function toNetwork(address: string): string {
  // At most 45 characters (IPv4 in IPv6), without its zone.
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}

/** Returns the number of trusted proxies from `TRUST_PROXY`; an invalid value counts as none. */
export function trustedProxies(setting = process.env.TRUST_PROXY): number {
  return setting && /^[0-9]{1,2}$/.test(setting) ? Number(setting) : 0
}

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/**
 * Removes the X-Forwarded headers of a request that came through no trusted proxy: Next fills them from the socket only
 * if absent, so callers could evade rate limits, and the check of an action's origin.
 */
export function dropForwarded(
  { headers }: Pick<IncomingMessage, 'headers'>,
  proxies = trustedProxies(),
): void {
  if (proxies > 0) return
  for (const header of FORWARDED) delete headers[header]
}
