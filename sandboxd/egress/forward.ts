import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { RUN_LIMITS } from '../../lib/contracts/document/skill-limits.ts'
import {
  findOwnHost,
  isOwnNetworkAddress,
  type RequestDestination,
} from '../../lib/kernel/network/destination.ts'
import { type EgressPolicy, pinHost, pinnedLookup } from '../../lib/kernel/network/pin-host.ts'
import type { SandboxRequest } from '../../lib/sandbox/sandbox.ts'
import type { EgressRun } from './guard.ts'
import { headersForCode, headersForOrigin, partialRequestRefusal, sendRefusal } from './headers.ts'
import { fillBody, openSecretBroker, redactEchoes, type SecretBroker } from './secret-broker.ts'
import { findSigningSecrets, issueTokens, SigningRefusal, signRequest } from './sign-request.ts'

type ForwardedRequest = {
  run: EgressRun
  egressPolicy: EgressPolicy
  entry: SandboxRequest
  destination: RequestDestination
  request: http.IncomingMessage
  response: http.ServerResponse
}

/**
 * Forwards one request of a run to the origin, with secrets in place of placeholders, and the response back without them. What
 * happened is written into `entry` of the run's trace. Never rejects: the isolate's `fetch` throws a refusal.
 */
export async function forwardRequest({
  run,
  egressPolicy,
  entry,
  destination,
  request,
  response,
}: ForwardedRequest): Promise<void> {
  const startedMs = performance.now()
  const { signal, budget } = run
  entry.host = destination.host
  const fail = (sentence: string) => {
    entry.refused ??= sentence
    sendRefusal(response, sentence)
  }
  try {
    const own = findOwnHost(run.ownHosts, destination)
    const mock = own?.mockPort === undefined ? undefined : { port: own.mockPort, addresses: ['127.0.0.1'] }
    const policy = own ? { ...egressPolicy, isAllowed: isOwnNetworkAddress } : egressPolicy
    const pinned = mock ?? (await pinHost(destination.host, policy))
    if ('refusal' in pinned) return fail(pinned.refusal)

    const { tokens, headers: tokenHeaders } = await issueTokens(run.secrets, destination.host)
    const secrets = tokens.length > 0 ? [...run.secrets, ...tokens] : run.secrets
    const broker = openSecretBroker(secrets, destination.host)
    const partial = broker.isIdle ? undefined : partialRequestRefusal(request.headers, destination.host)
    if (partial) return fail(partial)
    const url = new URL(broker.inUrl(destination.url.href))
    const signing = findSigningSecrets(run.secrets, destination.host)
    const ownHeaders = headersForOrigin({ ...request.headers, ...tokenHeaders }, broker)
    const signed = signing.length > 0 ? await readFilled(request, broker) : undefined
    const headers = signed
      ? await signRequest(signing, { method: entry.method, url, headers: ownHeaders, body: signed })
      : ownHeaders
    if (mock) Object.assign(url, { protocol: 'http:', port: String(mock.port) })
    const call = (url.protocol === 'https:' ? https : http).request(url, {
      method: entry.method,
      headers: {
        ...headers,
        ...(signed && signed.length > 0 && { 'content-length': signed.length }),
        ...(mock && { host: destination.url.host }),
      },
      lookup: pinnedLookup(pinned),
      // Runs share nothing, not even connections.
      agent: false,
      signal,
    })
    const received = await sendBody(run, { entry, request, signed, call, broker })

    entry.status = received.statusCode ?? 0
    if (!broker.isIdle && isPartialResponse(received)) {
      received.destroy()
      return fail(
        `${destination.host} receives a secret of this run, but its partial response (status ${entry.status}) cannot be searched for that secret.`,
      )
    }
    const needsNoDecoding = broker.isIdle || hasNoBody(entry)
    const decoders = needsNoDecoding ? [] : createDecoders(received.headers)
    if (!decoders) {
      received.destroy()
      return fail(`${destination.host} responds with a content encoding that cannot be searched for secrets.`)
    }
    response.writeHead(entry.status, headersForCode(received.headers, broker))
    const counter = countBytes(budget.responseBytes, 'fetched', (bytes) => {
      run.answered.bytes += bytes - entry.bytes
      entry.bytes = bytes
      return run.answered.bytes > budget.answerBytes
        ? `The skill fetched more than ${megabytes(budget.answerBytes)} MB in all, the limit for one run.`
        : undefined
    })
    await (broker.isIdle
      ? pipeline(received, counter, response, { signal })
      : pipeline(received, ...decoders, counter, redactEchoes(broker), response, { signal }))
  } catch (error) {
    if (error instanceof TooManyBytes) run.onOverspend(error.message)
    if (error instanceof SigningRefusal) return fail(error.message)
    fail(networkErrorText(error as NodeJS.ErrnoException, destination.host))
  } finally {
    entry.ms = Math.round(performance.now() - startedMs)
  }
}

/**
 * Sends the body with secrets in place of placeholders. Resolves with the origin's response as soon as it begins, which
 * may be before the body has been sent: servers refuse what is too long, and some stream both ways.
 */
async function sendBody(
  { signal, budget, onOverspend }: ForwardedRequest['run'],
  {
    entry,
    request,
    signed,
    call,
    broker,
  }: Pick<ForwardedRequest, 'entry' | 'request'> & {
    /** The body if it was read for a signature. */
    signed: Buffer | undefined
    call: http.ClientRequest
    broker: SecretBroker
  },
): Promise<http.IncomingMessage> {
  const sent = countBytes(budget.requestBytes, 'sent', (bytes) => {
    entry.sentBytes = bytes
    return undefined
  })
  const contentType = request.headers['content-type'] ?? ''
  // Bytes are counted after filling, because a secret may be a thousand times as long as its placeholder.
  const sending = signed
    ? pipeline(Readable.from(signed.length > 0 ? [signed] : []), sent, call, { signal })
    : broker.isIdle
      ? pipeline(request, sent, call, { signal })
      : pipeline(request, fillBody(broker, contentType), sent, call, { signal })
  const originResponse = waitForResponse(call)
  // Rejections are handled below: an error of sending is more informative than a broken connection.
  originResponse.catch(() => {})
  const checked = sending.catch(throwIfTooLarge)
  const received = await Promise.race([originResponse, checked.then(() => originResponse)])
  // The rest of the body counts, too, while the response is read.
  checked.catch(({ message }: TooManyBytes) => onOverspend(message))
  return received
}

/** Reads a body that is signed, with secrets in place of placeholders. Rejects above the limit. */
async function readFilled(request: http.IncomingMessage, broker: SecretBroker): Promise<Buffer> {
  const counter = countBytes(RUN_LIMITS.requestBytes, 'signed', () => undefined)
  const parts: Buffer[] = []
  const collect = async (body: AsyncIterable<Buffer>) => {
    for await (const part of body) parts.push(part)
  }
  const contentType = request.headers['content-type'] ?? ''
  await (broker.isIdle
    ? pipeline(request, counter, collect)
    : pipeline(request, fillBody(broker, contentType), counter, collect))
  return Buffer.concat(parts)
}

/** RFC 9110 §15.3.7, RFC 3229 §10.4.1. A 416 names a range too, but contains no part. */
function isPartialResponse({ statusCode = 0, headers }: http.IncomingMessage): boolean {
  return (
    statusCode === 206 || statusCode === 226 || (statusCode < 300 && headers['content-range'] !== undefined)
  )
}

/** Whether the headers describe a body that is absent (RFC 9110 §6.4.1). */
function hasNoBody({ method, status }: SandboxRequest): boolean {
  return method === 'HEAD' || status === 204 || status === 304
}

/** An origin may respond and close before it has read the whole request; that alone is not a failure. */
function throwIfTooLarge(error: unknown): void {
  if (error instanceof TooManyBytes) throw error
}

function waitForResponse(call: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.once('response', resolve).once('error', reject)
    call.once('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('The server switched to another protocol.'))
    })
  })
}

function networkErrorText({ code, name, message }: NodeJS.ErrnoException, host: string): string {
  if (name === 'AbortError') return 'The run has ended.'
  if (code === 'ECONNREFUSED') return `${host} refused the connection.`
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return `${host} closed the connection.`
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `${host} could not be reached.`
  if (code === 'ERR_INVALID_CHAR') return 'A header contains a character that is not allowed.'
  if (code?.startsWith('CERT_') || code?.includes('CERT')) return `The certificate of ${host} is not valid.`
  return `The request to ${host} failed: ${message}`
}

class TooManyBytes extends Error {}

/** `onCount` may return a sentence that ends the transfer. */
function countBytes(limit: number, verb: string, onCount: (bytes: number) => string | undefined): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const excess = onCount(bytes)
      if (bytes > limit)
        done(
          new TooManyBytes(`The skill ${verb} more than ${megabytes(limit)} MB, the limit for one request.`),
        )
      else if (excess) done(new TooManyBytes(excess))
      else done(null, chunk)
    },
  })
}

const megabytes = (bytes: number) => Number((bytes / (1024 * 1024)).toFixed(2))

// By RFC 9110 §8.4.1, where deflate means the zlib format.
const DECODERS: Record<string, () => Transform> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
  zstd: zlib.createZstdDecompress,
}

/** More layers of compression than honest responses have; each costs memory. */
const MAX_ENCODINGS = 2

/**
 * Returns what decompresses the body, in which an echoed secret would go unnoticed. Hosts with a secret are asked not to
 * compress, but not all comply. Returns undefined if an encoding is not supported.
 */
function createDecoders(headers: IncomingHttpHeaders): Transform[] | undefined {
  const layers = [
    ...parseEncodings(headers['content-encoding']),
    ...parseEncodings(headers['transfer-encoding']).filter((each) => each !== 'chunked'),
  ]
  const makers = layers.reverse().map((each) => (Object.hasOwn(DECODERS, each) ? DECODERS[each] : undefined))
  if (makers.length > MAX_ENCODINGS || !makers.every((make) => make !== undefined)) return undefined
  return makers.map((make) => make())
}

function parseEncodings(header: string | undefined): string[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity')
}
