/**
 * Records the requests of a run and answers those of a later run from the recording. Code cannot tell the two apart, whatever
 * its language and packages, because both happen at the egress guard. What is recorded is what the code sent and got, so it
 * has placeholders and no secrets.
 */
import { isUtf8 } from 'node:buffer'
import type http from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import { pipeline, type Readable, Transform } from 'node:stream'
import { countBytes } from '../../lib/kernel/count-bytes.ts'
import type { RequestDestination } from '../../lib/kernel/network/destination.ts'
import { openBodyDigest } from '../../lib/sandbox/digest-body.ts'
import {
  MAX_OPTIONAL_RECORDING_BYTES,
  MAX_RECORDING_BYTES,
  type RecordedExchange,
  type RecordedReply,
  type SandboxRequest,
} from '../../lib/sandbox/sandbox.ts'
import type { EgressRun } from './guard.ts'
import { headersForOrigin, sendRefusal } from './headers.ts'
import { noteSecrets } from './observed-requests.ts'
import { openSecretBroker, PLACEHOLDER_LENGTH } from './secret-broker.ts'
import { findSigningSecrets } from './sign-request.ts'

/** Cookies identify a session, and code gets none of its own requests either. */
const UNRECORDED_HEADERS = new Set(['set-cookie', 'set-cookie2'])
const RECORDED_REQUEST_HEADERS = ['accept', 'content-type'] as const

export type Recorder = {
  kind: 'record'
  /**
   * The exchanges in the order in which they began. A response that the code did not read to its end is as long as what
   * had arrived. Null if they were larger than a recording may be.
   */
  list(): RecordedExchange[] | null
  open(url: URL, request: http.IncomingMessage): OpenExchange
}

export type OpenExchange = {
  /** The body of the request, which is kept while it is read. */
  body: Readable
  /** Passes the body of the response on, and keeps it. */
  response(status: number, headers: OutgoingHttpHeaders): Transform
  fail(message: string, isTransient: boolean): void
}

/**
 * `onOverflow` gets a sentence when the recording becomes larger than MAX_RECORDING_BYTES; without it the recording is
 * dropped beyond MAX_OPTIONAL_RECORDING_BYTES and the run goes on.
 */
export function openRecorder(onOverflow?: (message: string) => void): Recorder {
  const exchanges: (RecordedExchange | undefined)[] = []
  const unread = new Map<number, () => void>()
  let recordedBytes = 0
  const maxBytes = onOverflow ? MAX_RECORDING_BYTES : MAX_OPTIONAL_RECORDING_BYTES
  const isTooLarge = () => recordedBytes > maxBytes
  const count = (bytes: number) => {
    recordedBytes += bytes
    if (!isTooLarge()) return
    exchanges.length = 0
    onOverflow?.(`The responses are larger than ${maxBytes / 1024 / 1024} MB, the limit of a recording.`)
  }

  return {
    kind: 'record',
    list() {
      for (const end of unread.values()) end()
      return isTooLarge() ? null : exchanges.filter((each) => each !== undefined)
    },

    open(url, request) {
      const index = exchanges.push(undefined) - 1
      const { method = 'GET', headers } = request
      const sent = openBodyDigest(headers['content-type'])
      const end = (reply: RecordedReply) => {
        unread.delete(index)
        if (isTooLarge()) return
        exchanges[index] ??= {
          method,
          url: url.href,
          headers: chooseHeaders(headers),
          ...sent.end(),
          reply,
        }
      }
      return {
        body: pipeline(
          request,
          passThrough((part) => sent.update(part)),
          () => {},
        ),
        response(status, answered) {
          const parts: Buffer[] = []
          const kept = passThrough((part) => {
            if (isTooLarge()) return
            parts.push(part)
            count(part.length)
          })
          const endResponse = () => {
            const body = Buffer.concat(parts)
            end({
              kind: 'response',
              status,
              headers: toRecordedHeaders(answered),
              body: isUtf8(body) ? { text: body.toString() } : { base64: body.toString('base64') },
            })
          }
          unread.set(index, endResponse)
          return kept.once('end', endResponse)
        },
        fail: (message, isTransient) => end({ kind: 'failure', message, isTransient }),
      }
    },
  }
}

function passThrough(onPart: (part: Buffer) => void): Transform {
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      onPart(part)
      done(null, part)
    },
  })
}

function chooseHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    RECORDED_REQUEST_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}

function toRecordedHeaders(headers: OutgoingHttpHeaders): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || UNRECORDED_HEADERS.has(name.toLowerCase())
        ? []
        : [[name, Array.isArray(value) ? value.map(String) : String(value)]],
    ),
  )
}

export type Replayer = {
  kind: 'replay'
  /**
   * Returns the first exchange with this request that was not returned yet, so equal requests get their replies in the
   * recorded order; undefined if there is none.
   */
  take(request: Pick<RecordedExchange, 'method' | 'url' | 'bodyDigest'>): RecordedExchange | undefined
}

export function openReplayer(exchanges: readonly RecordedExchange[]): Replayer {
  const left = [...exchanges]
  return {
    kind: 'replay',
    take({ method, url, bodyDigest }) {
      const index = left.findIndex(
        (each) => each.method === method && each.url === url && each.bodyDigest === bodyDigest,
      )
      return index < 0 ? undefined : left.splice(index, 1)[0]
    },
  }
}

type Replayed = {
  run: Pick<EgressRun, 'budget' | 'secrets'>
  entry: SandboxRequest
  destination: RequestDestination
  request: http.IncomingMessage
  response: http.ServerResponse
}

/** Answers a request from the recording; counts it and its bytes as if it had been sent. */
export async function replayRequest(
  replayer: Replayer,
  { run, entry, destination, request, response }: Replayed,
): Promise<void> {
  const { url, host } = destination
  entry.host = host
  const refuse = (sentence: string, isTransient = false) => {
    entry.refused = sentence
    sendRefusal(response, sentence, { isTransient })
  }
  const sent = openBodyDigest(request.headers['content-type'])
  const secrets = findSentSecrets(run.secrets, { host, url, headers: request.headers })
  const counted = countBytes(request, (bytes) => {
    entry.sentBytes = bytes
    if (bytes > run.budget.requestBytes) throw new Error('The body is larger than a request may be.')
  })
  for await (const part of counted) {
    sent.update(part)
    secrets.search(part)
  }
  secrets.noteIn(entry)
  const { bodyDigest } = sent.end()
  const found = replayer.take({ method: entry.method, url: url.href, bodyDigest })
  if (!found) {
    entry.isUnrecorded = true
    return refuse(
      `The recording has no response to ${entry.method} ${url.host}${url.pathname} with this content.`,
    )
  }
  const { reply } = found
  if (reply.kind === 'failure') return refuse(reply.message, reply.isTransient)
  const answer =
    'text' in reply.body ? Buffer.from(reply.body.text) : Buffer.from(reply.body.base64, 'base64')
  entry.status = reply.status
  entry.bytes = answer.length
  response.writeHead(reply.status, reply.headers)
  response.end(answer)
}

/** Finds the secrets that a request would have carried, by filling in dummies as the real ones are. */
function findSentSecrets(
  secrets: EgressRun['secrets'],
  { host, url, headers }: { host: string; url: URL; headers: http.IncomingHttpHeaders },
) {
  const broker = openSecretBroker(secrets, host)
  if (!broker.isIdle) headersForOrigin(headers, broker)
  broker.inUrl(url.href)
  const signing = findSigningSecrets(secrets, host)
  const tail: string[] = ['']
  return {
    search(part: Buffer) {
      if (broker.isIdle) return
      // A placeholder may begin in one part and end in the next.
      const text = (tail.pop() ?? '') + part.toString('latin1')
      broker.inBody(text, '')
      tail.push(text.slice(-PLACEHOLDER_LENGTH))
    },
    noteIn: (entry: SandboxRequest) => noteSecrets(entry, { used: broker.used, signing }),
  }
}
