/**
 * Where a request wants to go, and whether the skill said that it would.
 *
 * The URL is read as browsers read it (WHATWG), which turns every odd spelling of an IPv4 address into the usual
 * one before it is looked at. Source: specification "Execution", Limits and refusals, Egress.
 */
import { isIP } from 'node:net'
import { isPublicAddress } from './address.ts'

export type Destination = {
  url: URL
  /** Lower case, without brackets and without a final dot: what is matched, resolved and connected to. */
  host: string
  port: number
  isSecure: boolean
}

export type Refusal = { refusal: string }

/** The name system has none longer (RFC 1035, section 2.3.4). What is longer goes into no sentence and no trace. */
export const LONGEST_HOST = 253
/** Of a scheme that nobody knows, in a sentence. */
const SCHEME_SHOWN = 32

/** `declared` are hosts, exact or `*.example.com`, as the SkillSet's `permissions.network` has them. */
export function readDestination(text: string, declared: readonly string[]): Destination | Refusal {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return { refusal: 'That is no URL.' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { refusal: `A skill can fetch http: and https: URLs, not ${url.protocol.slice(0, SCHEME_SHOWN)}` }
  if (url.username || url.password)
    return { refusal: 'A URL cannot carry a user name or password; send an Authorization header.' }

  const host = plainHost(url.hostname)
  if (host.length > LONGEST_HOST)
    return { refusal: `A host has at most ${LONGEST_HOST} characters, and this one has more.` }
  if (isLocalName(host) || (isIP(host) && !isPublicAddress(host)))
    return { refusal: `${host} is not in the public internet.` }
  if (!declared.some((pattern) => covers(pattern, host)))
    return { refusal: `This skill did not declare the host ${host} (permissions.network).` }
  const isSecure = url.protocol === 'https:'
  return { url, host, port: Number(url.port) || (isSecure ? 443 : 80), isSecure }
}

/** `*.example.com` covers every name below example.com, and not example.com itself. */
export function covers(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return canonicalHost(pattern) === host
  const parent = canonicalHost(pattern.slice(2))
  return parent !== undefined && !isIP(host) && host.endsWith(`.${parent}`)
}

/** A host as the URL parser spells it: in lower case, and international names in ASCII. */
function canonicalHost(host: string): string | undefined {
  const text = `http://${isIP(host) === 6 ? `[${host}]` : host}/`
  return URL.canParse(text) ? plainHost(new URL(text).hostname) : undefined
}

function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isLocalName(host: string): boolean {
  return host === '' || host === 'localhost' || host.endsWith('.localhost')
}
