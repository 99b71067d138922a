/**
 * One message, posted to an address that somebody typed: pinned as skills' requests are, so it reaches nothing but the
 * public internet. Redirects are not followed: the address that was registered is the one that is told.
 */
import http from 'node:http'
import https from 'node:https'
import { readDestination } from '#sandboxd/egress/destination.ts'
import { pinHost, pinnedLookup, THE_INTERNET, type World } from '#sandboxd/egress/pin-host.ts'

const WITHIN_MS = 10_000

/** `status` is absent when nothing answered; `problem` says why that is, or what is wrong with the answer. */
export type Posted = { status?: number; problem?: string; ms: number }

/** Hosts of this network that may be told all the same, "host" or "host:port": GUILDHALL_WEBHOOK_HOSTS. */
function trustedHosts(text = process.env.GUILDHALL_WEBHOOK_HOSTS ?? ''): string[] {
  return text
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean)
}

/** Never rejects. */
export async function postHook(
  address: string,
  headers: Record<string, string>,
  body: string,
  world: World = THE_INTERNET,
): Promise<Posted> {
  const startedMs = performance.now()
  const ms = () => Math.round(performance.now() - startedMs)
  try {
    const url = new URL(address)
    const isTrusted = trustedHosts().some((host) => host === url.host || host === url.hostname)
    const lookup = isTrusted ? undefined : await pinned(address, url.hostname, world)
    if (typeof lookup === 'string') return { problem: lookup, ms: ms() }
    const status = await post(url, headers, body, lookup)
    const isTaken = status >= 200 && status < 300
    return { status, ...(!isTaken && { problem: `It answered ${status}.` }), ms: ms() }
  } catch (thrown) {
    return { problem: sentenceOf(thrown as NodeJS.ErrnoException), ms: ms() }
  }
}

/** How the name resolves for this request; a sentence when it may not be reached. */
async function pinned(address: string, host: string, world: World) {
  const destination = readDestination(address, [host])
  if ('refusal' in destination) return destination.refusal
  const pin = await pinHost(destination.host, world)
  return 'refusal' in pin ? pin.refusal : pinnedLookup(pin)
}

function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  lookup: ReturnType<typeof pinnedLookup> | undefined,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(lookup && { lookup }),
      agent: false,
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    request.once('error', reject).once('response', (response) => {
      // What it says is of no interest, however long it is.
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    request.end(body)
  })
}

function sentenceOf({ code, name }: NodeJS.ErrnoException): string {
  if (name === 'TimeoutError' || name === 'AbortError') return 'It did not answer in ten seconds.'
  if (code === 'ECONNREFUSED') return 'It does not take connections.'
  if (code === 'ENOTFOUND') return 'There is no such host.'
  if (code?.includes('CERT')) return 'Its certificate is not valid.'
  return 'The connection broke.'
}
