/**
 * Posts to a user-supplied URL. DNS is pinned, so that only the public internet is reachable. Redirects are
 * not followed.
 */
import http from 'node:http'
import https from 'node:https'
import { parseDestination } from '#sandboxd/egress/destination.ts'
import { type EgressPolicy, PUBLIC_INTERNET, pinHost, pinnedLookup } from '#sandboxd/egress/pin-host.ts'

const WITHIN_MS = 10_000

export type HookResponse = { status?: number; problem?: string; ms: number }

/** Hosts of the local network that are allowed, "host" or "host:port": GUILDHALL_WEBHOOK_HOSTS. */
function trustedHosts(text = process.env.GUILDHALL_WEBHOOK_HOSTS ?? ''): string[] {
  return text
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean)
}

export async function postHook(
  address: string,
  headers: Record<string, string>,
  body: string,
  egressPolicy: EgressPolicy = PUBLIC_INTERNET,
): Promise<HookResponse> {
  const startedMs = performance.now()
  const ms = () => Math.round(performance.now() - startedMs)
  try {
    const url = new URL(address)
    const isTrusted = trustedHosts().some((host) => host === url.host || host === url.hostname)
    const lookup = isTrusted ? undefined : await pinLookup(address, url.hostname, egressPolicy)
    if (typeof lookup === 'string') return { problem: lookup, ms: ms() }
    const status = await post(url, headers, body, lookup)
    const isAccepted = status >= 200 && status < 300
    return { status, ...(!isAccepted && { problem: `It answered ${status}.` }), ms: ms() }
  } catch (thrown) {
    return { problem: postErrorText(thrown as NodeJS.ErrnoException), ms: ms() }
  }
}

async function pinLookup(address: string, host: string, egressPolicy: EgressPolicy) {
  const destination = parseDestination(address, [host])
  if ('refusal' in destination) return destination.refusal
  const pin = await pinHost(destination.host, egressPolicy)
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
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    request.end(body)
  })
}

function postErrorText({ code, name }: NodeJS.ErrnoException): string {
  if (name === 'TimeoutError' || name === 'AbortError') return 'No response within ten seconds.'
  if (code === 'ECONNREFUSED') return 'It does not take connections.'
  if (code === 'ENOTFOUND') return 'There is no such host.'
  if (code?.includes('CERT')) return 'Its certificate is not valid.'
  return 'The connection broke.'
}
