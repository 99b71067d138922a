/**
 * The caller's address, out of `X-Forwarded-For`. Floor 4, pure.
 *
 * Each proxy appends the address it was called from, so the entry that our own nearest proxy wrote is the last:
 * whatever stands to its left may have been made up by the caller. Without a proxy Next fills the header from
 * the socket, unless the caller sent one: then attempts by address can be spread, and those by email cannot.
 */
export function addressFrom(forwardedFor: string | null): string {
  const last = forwardedFor?.split(',').at(-1)?.trim()
  // The longest address there is has 45 characters (IPv4 in IPv6), its zone aside.
  return last ? last.slice(0, 64) : 'unknown'
}
