/** The one HTTP client for addresses that others chose. It follows no redirects. */

import http from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { countBytes } from '../count-bytes.ts'
import { type EgressPolicy, guardedLookup, PUBLIC_INTERNET } from './pin-host.ts'

type GuardedRequest = {
  method: string
  headers: Record<string, string>
  body?: string | undefined
}

type GuardOptions = {
  /** Hosts outside of the public internet that may be reached: "host" or "host:port", separated by commas. */
  trusted?: string | undefined
  timeoutMs?: number
  egressPolicy?: EgressPolicy
}

/** Nothing was sent: the message says why the address is not allowed. */
export class RefusedDestination extends Error {}

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 1024 * 1024

/**
 * Sends a request to the public internet or a trusted host, at the address that was checked (docs/spec/execution.md §4).
 * Returns the response with its body still to be read or destroyed. Rejects with RefusedDestination, with the error of
 * the connection, and with a TimeoutError after ten seconds, also while the body is read.
 */
export async function requestGuarded(
  address: string,
  { method, headers, body }: GuardedRequest,
  { trusted, timeoutMs = TIMEOUT_MS, egressPolicy = PUBLIC_INTERNET }: GuardOptions = {},
): Promise<http.IncomingMessage> {
  const url = new URL(address)
  const guarded = await guardedLookup(url, trusted, egressPolicy)
  if ('refusal' in guarded) throw new RefusedDestination(guarded.refusal)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      ...(guarded.lookup && { lookup: guarded.lookup }),
      // A shared connection could lead to an address that was checked for somebody else.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    })
    request.once('error', reject).once('response', resolve)
    request.end(body)
  })
}

/** As `requestGuarded`, for a client that expects a `Response`. Also rejects above 1 MiB. */
export async function guardedFetch(
  address: string,
  request: GuardedRequest,
  options: GuardOptions = {},
): Promise<Response> {
  const answer = await requestGuarded(address, request, options)
  const content = await buffer(countBytes(answer, requireSmall))
  const status = answer.statusCode ?? 502
  const isBodyless = status === 204 || status === 205 || status === 304
  return new Response(isBodyless ? null : content, { status, headers: toHeaders(answer) })
}

function requireSmall(bytes: number): void {
  if (bytes > MAX_RESPONSE_BYTES) throw new Error('The response is larger than 1 MiB.')
}

function toHeaders({ headers }: http.IncomingMessage): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const each of [value ?? []].flat()) all.append(name, each)
  return all
}
