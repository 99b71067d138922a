/**
 * Decides which addresses code may reach (docs/spec/execution.md §4). WHATWG URL parsing comes first, because it turns
 * every spelling of an IPv4 address, such as 0x7f.1 or 2130706433, into the usual one.
 */
import { isIP } from 'node:net'
import os from 'node:os'
import ipaddr from 'ipaddr.js'

export type RequestDestination = {
  url: URL
  /** Lower case, without brackets and trailing dot. */
  host: string
  port: number
  isSecure: boolean
}

export type Refusal = { refusal: string }

/** The maximum of RFC 1035 §2.3.4. Messages do not repeat a longer host, which could be of any length. */
export const MAX_HOST_CHARS = 253
const MAX_SCHEME_CHARS = 32

/** A host of the operator's own network, with all its ports if there is no `port`. */
type OwnHost = { host: string; port?: number }

/** `declared` lists exact hosts or `*.example.com`; `own` those of them that need not be on the public internet. */
export function parseDestination(
  text: string,
  declared: readonly string[],
  own: readonly OwnHost[] = [],
): RequestDestination | Refusal {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return { refusal: 'This is not a valid URL.' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return {
      refusal: `A skill can fetch http: and https: URLs, not ${url.protocol.slice(0, MAX_SCHEME_CHARS)} URLs.`,
    }
  if (url.username || url.password)
    return { refusal: 'A URL cannot carry a user name or password; send an Authorization header.' }

  const host = plainHost(url.hostname)
  if (host.length > MAX_HOST_CHARS)
    return { refusal: `The host name has more than ${MAX_HOST_CHARS} characters.` }
  const isSecure = url.protocol === 'https:'
  const destination = { url, host, port: Number(url.port) || (isSecure ? 443 : 80), isSecure }
  const isInside = isLocalName(host) || (isIP(host) && !isPublicAddress(host))
  if (isInside && !findOwnHost(own, destination)) return { refusal: `${host} is not on the public internet.` }
  if (!declared.some((pattern) => matchesHost(pattern, host)))
    return { refusal: `This skill does not declare the host ${host} in permissions.network.` }
  return destination
}

export function findOwnHost<Host extends OwnHost>(
  own: readonly Host[],
  { host, port }: Pick<RequestDestination, 'host' | 'port'>,
): Host | undefined {
  return own.find((each) => each.host === host && (each.port === undefined || each.port === port))
}

/** `*.example.com` does not match example.com. */
export function matchesHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return canonicalHost(pattern) === host
  const parent = canonicalHost(pattern.slice(2))
  return parent !== undefined && !isIP(host) && host.endsWith(`.${parent}`)
}

/**
 * Returns a name in lower case, and an address in the usual spelling: 127.0.0.1 for 0x7f.1, 2001:db8::1 for 2001:db8::0001.
 * Undefined for what is no host.
 */
export function canonicalHost(host: string): string | undefined {
  const text = `http://${isIP(host) === 6 ? `[${host}]` : host}/`
  return URL.canParse(text) ? plainHost(new URL(text).hostname) : undefined
}

function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isLocalName(host: string): boolean {
  return host === '' || host === 'localhost' || host.endsWith('.localhost')
}

/** The only block of IPv6 with public addresses; outside of it are `::127.0.0.1` and other forms that embed IPv4. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * Public ranges with credentials or configuration of a provider's machines; others are refused anyway (169.254.169.254,
 * 100.100.100.200, 192.0.0.192, fd00:ec2::254).
 */
const PROVIDER_SERVICES = [
  // Azure: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16/32',
  // IBM Cloud: service endpoints of virtual machines.
  '161.26.0.0/16',
  '166.8.0.0/14',
  // Equinix Metal: metadata.
  '192.80.8.124/32',
].map((range) => ipaddr.IPv4.parseCIDR(range))

/**
 * Returns false in special-purpose ranges (docs/spec/execution.md §4): private, loopback, link-local, metadata, documentation,
 * multicast, cloud provider services, and IPv6 that embeds IPv4; and for invalid addresses.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (!(address instanceof ipaddr.IPv4)) return address.match(GLOBAL_UNICAST)
  return !PROVIDER_SERVICES.some((range) => address.match(range))
}

/** The metadata service of AWS. Those of other clouds are link-local. */
const PRIVATE_METADATA = 'fd00:ec2::254'

/** True for public addresses, and for those of private networks and this machine, except services with metadata. */
export function isOwnNetworkAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.toString() === ipaddr.parse(PRIVATE_METADATA).toString()) return false
  return isPublicAddress(text) || ['private', 'uniqueLocal', 'loopback'].includes(address.range())
}

/** True for loopback addresses and those of this machine's interfaces. */
export function isThisMachine(text: string): boolean {
  return (ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback') || isOwnAddress(text)
}

/** At its own public address, this machine reaches services that a firewall hides from everybody else. */
export function isOwnAddress(text: string, interfaces = os.networkInterfaces()): boolean {
  if (!ipaddr.isValid(text)) return false
  const wanted = ipaddr.process(text).toString()
  return Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .some(({ address }) => ipaddr.isValid(address) && ipaddr.process(address).toString() === wanted)
}
