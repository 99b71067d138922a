import type http from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { RUN_LIMITS } from '../../lib/contracts/document/skill-limits.ts'
import type { RequestDestination } from '../../lib/kernel/network/destination.ts'
import type { EgressPolicy } from '../../lib/kernel/network/pin-host.ts'
import type { SandboxRequest } from '../../lib/sandbox/sandbox.ts'
import { getAccessToken } from './access-tokens.ts'
import type { OpenExchange } from './exchanges.ts'
import { openTokenFetch } from './fetch-token.ts'
import type { EgressRun } from './guard.ts'
import { headersForCode, headersForOrigin, partialRequestRefusal, sendRefusal } from './headers.ts'
import { noteSecrets } from './observed-requests.ts'
import { findRoute, isTransientError, networkErrorText, openRequest, waitForOrigin } from './route.ts'
import { fillBody, openSecretBroker, redactEchoes, type SecretBroker } from './secret-broker.ts'
import { findSigningSecrets, issueTokens, needsAccessToken, signRequest } from './sign-request.ts'
import { SigningRefusal } from './signing-refusal.ts'

export type ForwardedRequest = {
  run: EgressRun
  egressPolicy: EgressPolicy
  entry: SandboxRequest
  /** Counts another request of the run; undefined if it may send no more, which ends it. */
  startEntry(method: string, host: string): SandboxRequest | undefined
  destination: RequestDestination
  request: http.IncomingMessage
  response: http.ServerResponse
  /** Set if the request and its response are recorded. */
  exchange?: OpenExchange | undefined
}

/**
 * Forwards one request of a run to the origin, with secrets in place of placeholders, and the response back without them. What
 * happened is written into `entry` of the run's trace. Never rejects: the isolate's `fetch` throws a refusal.
 */
export async function forwardRequest(forwarded: ForwardedRequest): Promise<void> {
  const { run, egressPolicy, entry, startEntry, destination, request, response, exchange } = forwarded
  const body = exchange?.body ?? request
  const startedMs = performance.now()
  const { signal, budget } = run
  entry.host = destination.host
  let note = () => {}
  const fail = (sentence: string, isTransient = false) => {
    entry.refused ??= sentence
    exchange?.fail(sentence, isTransient)
    sendRefusal(response, sentence, { isTransient })
  }
  try {
    const route = await findRoute(run, egressPolicy, destination)
    if ('refusal' in route) {
      if (route.code) entry.code = route.code
      return fail(route.refusal)
    }

    const signing = findSigningSecrets(run.secrets, destination.host)
    // A body that is signed, or may have to be sent with another token, is read whole.
    const isKept = signing.length > 0 || needsAccessToken(run.secrets, destination.host)
    let kept: Buffer | undefined
    const fetchToken = openTokenFetch(forwarded)
    const send = async (rejected: readonly string[] = []) => {
      const issued = await issueTokens(run.secrets, destination.host, (secret) =>
        getAccessToken(secret, { scope: run.tokenScope, fetchToken, rejected }),
      )
      const { tokens } = issued
      const secrets = tokens.length > 0 ? [...run.secrets, ...tokens] : run.secrets
      const broker = openSecretBroker(secrets, destination.host)
      note = () => noteSecrets(entry, { used: broker.used, signing })
      const partial = broker.isIdle ? undefined : partialRequestRefusal(request.headers, destination.host)
      if (partial) throw new SigningRefusal(partial)
      const url = new URL(broker.inUrl(destination.url.href))
      const ownHeaders = headersForOrigin({ ...request.headers, ...issued.headers }, broker)
      if (exchange) ownHeaders['accept-encoding'] = 'identity'
      if (isKept) kept ??= await readFilled(request, { body, broker })
      const headers = kept
        ? await signRequest(signing, { method: entry.method, url, headers: ownHeaders, body: kept })
        : ownHeaders
      const call = openRequest(url, route, {
        method: entry.method,
        headers: { ...headers, ...(kept && kept.length > 0 && { 'content-length': kept.length }) },
        signal,
      })
      const received = await sendBody(run, { entry, request, body, signed: kept, call, broker })
      note()
      const status = received.statusCode ?? 0
      entry.status = status
      return { issued, broker, received, status }
    }
    let sent = await send()
    if (sent.status === 401 && sent.issued.isReused) {
      // The token may have been revoked before its end. The request was not accepted, so it is sent once more.
      sent.received.destroy()
      const refused = startEntry(entry.method, destination.host)
      if (!refused) return sendRefusal(response, 'The run has ended.')
      Object.assign(refused, { status: 401, sentBytes: entry.sentBytes })
      sent = await send(sent.issued.tokens.map(({ value }) => value))
    }
    const { broker, received, status } = sent
    if (!broker.isIdle && isPartialResponse(received)) {
      received.destroy()
      return fail(
        `${destination.host} receives a secret of this run, but its partial response (status ${status}) cannot be searched for that secret.`,
      )
    }
    const isDecoded = !broker.isIdle || exchange !== undefined
    const needsNoDecoding = !isDecoded || hasNoBody(entry)
    const decoders = needsNoDecoding ? [] : createDecoders(received.headers)
    if (!decoders) {
      received.destroy()
      return fail(`${destination.host} responds with a content encoding that cannot be searched for secrets.`)
    }
    const answered = headersForCode(received.headers, { broker, isDecoded })
    response.writeHead(status, answered)
    const counter = countBytes(budget.responseBytes, 'fetched', (bytes) => {
      run.answered.bytes += bytes - entry.bytes
      entry.bytes = bytes
      return run.answered.bytes > budget.answerBytes
        ? `The skill fetched more than ${megabytes(budget.answerBytes)} MB in all, the limit for one run.`
        : undefined
    })
    const redaction = broker.isIdle ? [] : [redactEchoes(broker)]
    const recorded = exchange ? [exchange.response(status, answered)] : []
    await pipeline([received, ...decoders, counter, ...redaction, ...recorded, response], { signal })
  } catch (error) {
    if (error instanceof TooManyBytes) run.onOverspend(error.message)
    if (error instanceof SigningRefusal) {
      if (error.code) entry.code = error.code
      return fail(error.message, error.code === 'SEARCH_API_ERROR')
    }
    const failure = error as NodeJS.ErrnoException
    fail(networkErrorText(failure, destination.host), isTransientError(failure))
  } finally {
    note()
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
    body,
    signed,
    call,
    broker,
  }: Pick<ForwardedRequest, 'entry' | 'request'> & {
    body: Readable
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
      ? pipeline(body, sent, call, { signal })
      : pipeline(body, fillBody(broker, contentType), sent, call, { signal })
  const originResponse = waitForOrigin(call)
  // Rejections are handled below: an error of sending is more informative than a broken connection.
  originResponse.catch(() => {})
  const checked = sending.catch(throwIfTooLarge)
  const received = await Promise.race([originResponse, checked.then(() => originResponse)])
  // The rest of the body counts, too, while the response is read.
  checked.catch(({ message }: TooManyBytes) => onOverspend(message))
  return received
}

/** Reads a body that is signed, with secrets in place of placeholders. Rejects above the limit. */
async function readFilled(
  request: http.IncomingMessage,
  { body, broker }: { body: Readable; broker: SecretBroker },
): Promise<Buffer> {
  const counter = countBytes(RUN_LIMITS.requestBytes, 'signed', () => undefined)
  const parts: Buffer[] = []
  const collect = async (filled: AsyncIterable<Buffer>) => {
    for await (const part of filled) parts.push(part)
  }
  const contentType = request.headers['content-type'] ?? ''
  await (broker.isIdle
    ? pipeline(body, counter, collect)
    : pipeline(body, fillBody(broker, contentType), counter, collect))
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
