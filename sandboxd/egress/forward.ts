/** One request through the guard: pinned, filled, streamed there and back, counted. */
import http from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { SandboxRequest } from '../../lib/sandbox/sandbox.ts'
import { countBytes, TooManyBytes } from './count-bytes.ts'
import type { Destination } from './destination.ts'
import type { EgressRun } from './egress-run.ts'
import { fillBody, takeBackBody } from './fill-body.ts'
import { headersForCode, headersForOrigin } from './headers.ts'
import { pinHost, pinnedLookup, type World } from './pin-host.ts'
import { refuse } from './refuse.ts'
import { openBroker } from './secret-broker.ts'
import { unpackersFor } from './unpack.ts'

type Passage = {
  run: EgressRun
  world: World
  entry: SandboxRequest
  destination: Destination
  request: http.IncomingMessage
  response: http.ServerResponse
}

export async function forward({ run, world, entry, destination, request, response }: Passage): Promise<void> {
  const startedMs = performance.now()
  entry.host = destination.host
  const fail = (sentence: string) => {
    entry.refused ??= sentence
    refuse(response, sentence)
  }
  try {
    const pinned = await pinHost(destination.host, world)
    if ('refusal' in pinned) return fail(pinned.refusal)

    const broker = openBroker(run.secrets, destination.host)
    const { signal, budget } = run
    const contentType = request.headers['content-type'] ?? ''
    const call = (destination.isSecure ? https : http).request(broker.inUrl(destination.url.href), {
      method: entry.method,
      headers: headersForOrigin(request.headers, broker),
      lookup: pinnedLookup(pinned),
      // Nothing is shared between runs, connections included.
      agent: false,
      signal,
    })
    const sent = countBytes(budget.requestBytes, 'sent', (bytes) => {
      entry.sentBytes = bytes
    })
    // Counted as they leave: a value may be a thousand times as long as its placeholder.
    const sending = broker.isIdle
      ? pipeline(request, sent, call, { signal })
      : pipeline(request, fillBody(broker, contentType), sent, call, { signal })
    const answer = answerOf(call)
    // Awaited below: what broke the sending is known first, and says more than the broken connection.
    answer.catch(() => {})
    await sending.catch(throwTooMany)
    const answered = await answer

    entry.status = answered.statusCode ?? 0
    const isBare = broker.isIdle || hasNoBody(entry)
    const unpackers = isBare ? [] : unpackersFor(answered.headers['content-encoding'])
    if (!unpackers) {
      answered.destroy()
      return fail(`${destination.host} answers in a packing that cannot be looked through for secrets.`)
    }
    response.writeHead(entry.status, headersForCode(answered.headers, broker))
    const received = countBytes(budget.responseBytes, 'fetched', (bytes) => {
      entry.bytes = bytes
    })
    await (broker.isIdle
      ? pipeline(answered, received, response, { signal })
      : pipeline(answered, ...unpackers, received, takeBackBody(broker), response, { signal }))
  } catch (error) {
    if (error instanceof TooManyBytes) run.overspend(error.message)
    fail(sentenceOf(error as NodeJS.ErrnoException, destination.host))
  } finally {
    entry.ms = Math.round(performance.now() - startedMs)
  }
}

/** RFC 9110 §6.4.1: its headers speak of a body that is not there. */
function hasNoBody({ method, status }: SandboxRequest): boolean {
  return method === 'HEAD' || status === 204 || status === 304
}

/** An origin may answer and hang up before it has read everything: that alone is no failure. */
function throwTooMany(error: unknown): void {
  if (error instanceof TooManyBytes) throw error
}

function answerOf(call: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => call.once('response', resolve).once('error', reject))
}

/** In words for whoever wrote the skill; never our own internals. */
function sentenceOf({ code, name, message }: NodeJS.ErrnoException, host: string): string {
  if (name === 'AbortError') return 'The run is over.'
  if (code === 'ECONNREFUSED') return `${host} does not take connections.`
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return `${host} broke off the connection.`
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `${host} cannot be reached.`
  if (code === 'ERR_INVALID_CHAR') return 'A header holds a character that headers cannot have.'
  if (code?.startsWith('CERT_') || code?.includes('CERT')) return `The certificate of ${host} is not valid.`
  return `The request to ${host} failed: ${message}`
}
