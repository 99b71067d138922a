/**
 * The caller's address, out of `X-Forwarded-For`. Floor 4, pure.
 *
 * Each proxy appends the address it was called from, so of n proxies that are ours the outermost wrote the n-th
 * entry from the right: whatever stands to its left may have been made up by the caller. Without a proxy the
 * header holds the socket's address and nothing else (`forget-forwarded.ts`).
 */
export function addressFrom(forwardedFor: string | null, proxies = trustedProxies()): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  // Fewer entries than proxies: somebody came in past the outer ones.
  const address = entries.at(-Math.max(1, proxies)) ?? entries[0]
  // The longest address there is has 45 characters (IPv4 in IPv6), its zone aside.
  return address ? address.slice(0, 64) : 'unknown'
}

/** How many proxies of ours stand before the site (`TRUST_PROXY`). What is no such number counts as none. */
export function trustedProxies(said = process.env.TRUST_PROXY): number {
  return said && /^[0-9]{1,2}$/.test(said) ? Number(said) : 0
}
