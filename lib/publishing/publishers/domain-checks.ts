/** The two ways to prove control of a domain: a TXT record, and a file on the website. */
import { Resolver } from 'node:dns/promises'
import { guardedFetch, RefusedDestination } from '../../kernel/network/guarded-fetch.ts'
import { proofPlaces } from '../model/publisher-proofs.ts'

export type DomainCheckOptions = {
  /** DNS servers to ask instead of those of the machine, such as "127.0.0.1:5353". */
  dnsServers?: string[]
  /** Where the file is instead of on the domain, and hosts of the own network that may be reached, for tests. */
  file?: { address: string; trusted: string }
}

const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2

/** Returns why the TXT record is not there; undefined if it is. */
export async function checkDnsRecord(
  domain: string,
  text: string,
  { dnsServers }: DomainCheckOptions = {},
): Promise<string | undefined> {
  const { record } = proofPlaces(domain)
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  if (dnsServers) resolver.setServers(dnsServers)
  try {
    const found = (await resolver.resolveTxt(record)).map((parts) => parts.join(''))
    if (found.some((each) => each.trim() === text)) return undefined
    return `The TXT record of ${record} has another value. A change can take some hours to reach this site.`
  } catch (thrown) {
    const isMissing =
      thrown instanceof Error && 'code' in thrown && /^(?:ENOTFOUND|ENODATA)$/.test(`${thrown.code}`)
    return isMissing
      ? `There is no TXT record for ${record}. A new one can take some hours to reach this site.`
      : `The DNS of ${domain} did not answer. Try again later.`
  }
}

/** Returns why the file is not there; undefined if it is. Addresses that are not on the public internet are refused. */
export async function checkSiteFile(
  domain: string,
  text: string,
  { file }: DomainCheckOptions = {},
): Promise<string | undefined> {
  const address = file?.address ?? proofPlaces(domain).file
  try {
    const request = { method: 'GET', headers: { accept: 'text/plain' } }
    const response = await guardedFetch(address, request, { trusted: file?.trusted })
    if (response.status !== 200)
      return `${address} returned HTTP ${response.status}. Redirects are not followed.`
    const lines = (await response.text()).split('\n').map((line) => line.trim())
    return lines.includes(text) ? undefined : `${address} does not contain the line ${text}.`
  } catch (thrown) {
    if (thrown instanceof RefusedDestination) return `${domain} cannot be reached: ${thrown.message}`
    return `${address} cannot be reached. Check that it works in a browser.`
  }
}
