import http from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { type EgressPolicy, guardedLookup, PUBLIC_INTERNET } from './pin-host.ts'

type GuardedRequest = {
  method: string
  headers: Record<string, string>
  body?: string | undefined
}

type GuardOptions = {
  trusted?: string | undefined
  timeoutMs?: number
  egressPolicy?: EgressPolicy
}

const MAX_RESPONSE_BYTES = 1024 * 1024

/**
 * Fetches from the public internet, or a trusted host, without redirects. Rejects for other addresses, after ten
 * seconds, and above 1 MiB.
 */
export async function guardedFetch(
  address: string,
  { method, headers, body }: GuardedRequest,
  { trusted, timeoutMs = 10_000, egressPolicy = PUBLIC_INTERNET }: GuardOptions = {},
): Promise<Response> {
  const url = new URL(address)
  const guarded = await guardedLookup(url, trusted, egressPolicy)
  if ('refusal' in guarded) throw new Error(guarded.refusal)
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      ...(guarded.lookup && { lookup: guarded.lookup }),
      agent: false,
      signal,
    })
    request.once('error', reject).once('response', resolve)
    request.end(body)
  })
  const content = await buffer(limited(answer))
  const status = answer.statusCode ?? 502
  const isBodyless = status === 204 || status === 205 || status === 304
  return new Response(isBodyless ? null : content, { status, headers: headersOf(answer) })
}

async function* limited(answer: http.IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('The response is larger than 1 MiB.')
    yield chunk
  }
}

function headersOf({ headers }: http.IncomingMessage): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const each of [value ?? []].flat()) all.append(name, each)
  return all
}
