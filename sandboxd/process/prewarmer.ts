/**
 * Prewarms isolates: creates the one of the next run in advance. A prewarmed isolate is a request whose head has been sent and
 * whose input has not, so no publisher code has run in it. If the next run has other code, it is discarded. Its response
 * starts at once, which serves as a health check of the process, too.
 */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { readCpuTimeMs } from '../os/read-proc.ts'

/** The text of which the dispatcher creates an isolate. Equal text creates equal isolates. */
export type Head = string

export type WorkerdCall = { request: http.ClientRequest; response: Promise<http.IncomingMessage> }

/** `ticket` identifies the isolate to the guard; the isolate itself never learns it. */
type IsolateRequest = { ticket: string; call: WorkerdCall }

export type Prewarmer = {
  /** Returns the prewarmed isolate, or a new one if that was created from something else. */
  take(head: Head): IsolateRequest
  /** Prewarms an isolate unless it exists already. The response starts before the isolate exists. */
  prewarm(head: Head): WorkerdCall
  hasPrewarmed(head: Head): boolean
}

/** The dispatcher's path: `/run` if the input follows at once, `/prewarm` if it may take a while. */
export type DispatcherPath = '/run' | '/prewarm'

export function openPrewarmer(
  open: (path: DispatcherPath, ticket: string, head: Head) => WorkerdCall,
): Prewarmer {
  let prewarmed: (IsolateRequest & { head: Head }) | undefined

  return {
    take(head) {
      const candidate = prewarmed
      prewarmed = undefined
      if (candidate?.head === head) return candidate
      candidate?.call.request.destroy()
      const opened = openIsolateRequest('/run', head)
      // The input follows at once, so both fit in one packet.
      opened.call.request.cork()
      if (head) opened.call.request.write(head)
      return opened
    },

    prewarm(head) {
      if (prewarmed?.head === head) return prewarmed.call
      prewarmed?.call.request.destroy()
      const opened = { ...openIsolateRequest('/prewarm', head), head }
      if (head) opened.call.request.write(head)
      else opened.call.request.flushHeaders()
      prewarmed = opened
      const discard = () => {
        if (prewarmed === opened) prewarmed = undefined
      }
      // Before the input is sent, the response can only end because no isolate could be created.
      opened.call.response.then((answer) => answer.once('close', discard), discard)
      return opened.call
    },

    hasPrewarmed: (head) => prewarmed?.head === head,
  }

  function openIsolateRequest(path: DispatcherPath, head: Head): IsolateRequest {
    const ticket = randomUUID()
    return { ticket, call: open(path, ticket, head) }
  }
}

/** Opens a request without sending its body. Closing its connection cancels a run. */
export function openWorkerdCall(socketPath: string, options: http.RequestOptions): WorkerdCall {
  const request = http.request({ socketPath, agent: false, ...options })
  const response = new Promise<http.IncomingMessage>((resolve, reject) => {
    // `on`, not `once`, because a cancelled request may emit several errors, and one without a listener ends the process.
    request.once('response', resolve).on('error', reject)
  })
  // A prewarmed request may fail before anyone awaits it, which would be an unhandled rejection.
  response.catch(() => {})
  return { request, response }
}

/** Sends the request without a body, and resolves with the response. */
export function sendEmpty({ request, response }: WorkerdCall): Promise<http.IncomingMessage> {
  request.end()
  return response
}

const CHECK_EVERY_MS = 250

/** A process that has used this much CPU time without a response does not respond. */
const MAX_CPU_MS = 200

/** A process that has not responded by then does not, however little CPU time it got. */
const MAX_RESPONSE_MS = 5_000

/**
 * Returns whether a process responds to `probe`, which code that a run left behind may prevent by blocking the event loop. On a
 * busy machine a process may not respond because it gets no CPU time, so it has failed only after it has used some.
 */
export async function checkHealth(probe: WorkerdCall, pid: number): Promise<boolean> {
  const before = readCpuTimeMs(pid)
  const startedMs = performance.now()
  const timer = setInterval(() => {
    const now = readCpuTimeMs(pid)
    // If CPU times are unavailable, the first check decides.
    const used = before === undefined || now === undefined ? Number.POSITIVE_INFINITY : now - before
    if (used > MAX_CPU_MS || performance.now() - startedMs > MAX_RESPONSE_MS) probe.request.destroy()
  }, CHECK_EVERY_MS)
  const answer = await probe.response.catch(() => null)
  clearInterval(timer)
  return answer?.statusCode === 200
}

/** A run that only creates an isolate: the first one of a process takes 10 ms longer. */
export const EMPTY_WARM_UP = 'export default async () => null'
/** A run that uses Intl, whose first use takes another 20 ms. Nobody waits for this one. */
export const INTL_WARM_UP = `export default async () => {
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment('Two words.')) segment.normalize('NFKD')
  return new Intl.NumberFormat('en').format(1) + new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(0)
}`

/** Runs a definition of ours to its end. */
export async function warmUp(prewarmer: Prewarmer, definition: string): Promise<void> {
  const limits = { wallMs: 1000, outputBytes: 100, logBytes: 0, logLines: 0 }
  const head = JSON.stringify({ definition, isOnline: false })
  const { request, response: answer } = prewarmer.take(head).call
  request.end(JSON.stringify({ limits }))
  const response = await answer
  response.resume()
  await once(response, 'end')
}
