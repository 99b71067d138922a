import type { LookupFunction } from 'node:net'
import { parseDestination, type Refusal } from './destination.ts'
import { type EgressPolicy, PUBLIC_INTERNET, pinHost, pinnedLookup } from './pin-host.ts'

/** "host" or "host:port", separated by commas. */
export function isTrustedHost({ host, hostname }: URL, trusted = ''): boolean {
  return trusted.split(',').some((each) => each.trim() === host || each.trim() === hostname)
}

/**
 * DNS is pinned, so that only the public internet and `trusted` are reachable. Without `lookup`: connect as usual.
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
