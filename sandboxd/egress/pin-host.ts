/**
 * Turns a host's name into the addresses that the request will go to, once.
 *
 * What was checked is what is connected to: the answer is pinned, so a name that answers otherwise a moment later
 * (DNS rebinding) changes nothing. Source: specification "Execution", Limits and refusals, Egress.
 */
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './address.ts'
import type { Refusal } from './destination.ts'
import { resolveName } from './resolve-name.ts'

/** What is outside: how names resolve, and which addresses may be reached. Tests bring a small one of their own. */
export type World = { resolve(host: string): Promise<string[]>; isAllowed(address: string): boolean }
export type Pinned = { addresses: string[] }

export const THE_INTERNET: World = { resolve: resolveName, isAllowed: isPublicAddress }

/** One address of a forbidden range is enough to refuse the name: an honest name has none. */
export async function pinHost(host: string, { resolve, isAllowed }: World): Promise<Pinned | Refusal> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (addresses.length === 0) return { refusal: `There is no host ${host}.` }
  if (!addresses.every(isAllowed)) return { refusal: `${host} is not in the public internet.` }
  return { addresses }
}

/** For `http.request`: answers with what was pinned, whatever is asked. */
export function pinnedLookup({ addresses }: Pinned): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    const [first] = all
    if (options.all) callback(null, all)
    else callback(null, first?.address ?? '', first?.family ?? 4)
  }
}
