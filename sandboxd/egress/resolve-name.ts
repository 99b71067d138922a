/**
 * What the name system says of a host's name, asked of this host's name servers directly.
 *
 * Not by the system's own way (getaddrinfo): that holds one of Node's four threads while it waits, so a skill with slow
 * names would keep all others from resolving theirs; and it takes the hosts file and search domains into account, which
 * speak of this machine's surroundings, where skills have no business. A declared host means that very name.
 */
import { Resolver } from 'node:dns/promises'

const TRY_MS = 2_000
const TRIES = 2

/** Addresses of both kinds, IPv4 first. Rejects when the name has none, or nobody answers. */
export async function resolveName(host: string, servers?: string[]): Promise<string[]> {
  // A new one each time: it knows the name servers of now, where a laptop has moved on.
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (addresses.length === 0) throw (asked[0] as PromiseRejectedResult).reason
  return addresses
}
