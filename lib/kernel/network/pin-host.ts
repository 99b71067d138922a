/**
 * Resolves a name once and connects to the address that was checked. A name whose second answer is another address
 * (DNS rebinding) would otherwise pass the check and lead inside (docs/spec/execution.md §4).
 */

import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isOwnAddress, isPublicAddress, parseDestination, type Refusal } from './destination.ts'

export type EgressPolicy = { resolve(host: string): Promise<string[]>; isAllowed(address: string): boolean }
type Pinned = { addresses: string[] }

export const PUBLIC_INTERNET: EgressPolicy = {
  resolve: resolveName,
  isAllowed: (address) => isPublicAddress(address) && !isOwnAddress(address),
}

/** Refuses the name if one of its addresses is forbidden, because the connection may use any of them. */
export async function pinHost(host: string, { resolve, isAllowed }: EgressPolicy): Promise<Pinned | Refusal> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (addresses.length === 0) return { refusal: `There is no host ${host}.` }
  if (!addresses.every(isAllowed)) return { refusal: `${host} is not on the public internet.` }
  return { addresses }
}

export function pinnedLookup({ addresses }: Pinned): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    const [first] = all
    if (options.all) callback(null, all)
    else callback(null, first?.address ?? '', first?.family ?? 4)
  }
}

const TRY_MS = 2_000
const TRIES = 2

/**
 * Avoids getaddrinfo, which blocks one of Node's four threads and reads this network's hosts file. Returns IPv4 first.
 * Rejects without an address or response.
 */
export async function resolveName(host: string, servers?: string[]): Promise<string[]> {
  // Created for each query, because a laptop's name servers change with its network.
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const lookups = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = lookups.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (addresses.length === 0) throw (lookups[0] as PromiseRejectedResult).reason
  return addresses
}

/** `trusted` lists hosts as "host" or "host:port", separated by commas. */
export function isTrustedHost({ host, hostname }: URL, trusted = ''): boolean {
  return trusted.split(',').some((each) => each.trim() === host || each.trim() === hostname)
}

/**
 * Returns the lookup that a connection to `url` must use, or why the address is refused. There is no lookup for a trusted
 * host, which is connected to as usual.
 */
export async function guardedLookup(
  url: URL,
  trusted: string | undefined,
  egressPolicy: EgressPolicy = PUBLIC_INTERNET,
): Promise<{ lookup?: LookupFunction } | Refusal> {
  if (isTrustedHost(url, trusted)) return {}
  const destination = parseDestination(url.href, [url.hostname])
  if ('refusal' in destination) return destination
  const pin = await pinHost(destination.host, egressPolicy)
  return 'refusal' in pin ? pin : { lookup: pinnedLookup(pin) }
}
