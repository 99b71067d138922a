/**
 * Which addresses are out in the public internet, and so may be reached by a publisher's code.
 *
 * Everything that a registry keeps for something else is refused: private, loopback, link-local, metadata,
 * documentation, multicast, and the ranges that carry an IPv4 address inside an IPv6 one.
 * Source: specification "Execution", Limits and refusals, Egress.
 */
import ipaddr from 'ipaddr.js'

/** The only block of IPv6 that is handed out for the public; `::127.0.0.1` and its like are outside of it. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** False for what is no address, too. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}
