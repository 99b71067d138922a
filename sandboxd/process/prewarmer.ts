/**
 * A prewarmed isolate is a request whose head is sent and whose input is not. No publisher code has run in
 * it. If the next run has other code, it is discarded. The response starts at once, which also serves as a
 * health check of the process.
 */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { cpuTimeMs } from '../os/read-proc.ts'

/** What an isolate is created from, as the dispatcher parses it; equal text creates equal isolates. */
export type Head = string

export type WorkerdCall = { request: http.ClientRequest; response: Promise<http.IncomingMessage> }

/** `ticket` identifies the isolate to the guard; the isolate itself never learns it. */
type IsolateRequest = { ticket: string; call: WorkerdCall }

export type Prewarmer = {
  take(head: Head): IsolateRequest
  /** Prewarms an isolate unless it exists. Its response starts before it does. */
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
    // `on`, not `once`: a cancelled request may emit several errors.
    request.once('response', resolve).on('error', reject)
  })
  // A prewarmed request may fail before anyone awaits it.
  response.catch(() => {})
  return { request, response }
}

export function sendEmpty({ request, response }: WorkerdCall): Promise<http.IncomingMessage> {
  request.end()
  return response
}

const CHECK_EVERY_MS = 250

/** A process that used this much CPU time without a response is unresponsive. */
const MAX_CPU_MS = 200

/** The limit regardless of CPU time. */
const MAX_RESPONSE_MS = 5_000

/**
 * Detects leftover code that blocks the event loop. On a busy machine a process may be unresponsive because
 * it gets no CPU time, so it is ended only after it has used some. The process answers `probe` immediately.
 */
export async function checkHealth(probe: WorkerdCall, pid: number): Promise<boolean> {
  const before = cpuTimeMs(pid)
  const startedMs = performance.now()
  const timer = setInterval(() => {
    const now = cpuTimeMs(pid)
    // If CPU times are unavailable, the first check decides.
    const used = before === undefined || now === undefined ? Number.POSITIVE_INFINITY : now - before
    if (used > MAX_CPU_MS || performance.now() - startedMs > MAX_RESPONSE_MS) probe.request.destroy()
  }, CHECK_EVERY_MS)
  const answer = await probe.response.catch(() => null)
  clearInterval(timer)
  return answer?.statusCode === 200
}

/** Creates an isolate, because the first one of a process takes 10 ms longer. */
export const EMPTY_WARM_UP = 'export default async () => null'
/** Uses Intl, because its first use takes another 20 ms. This is not awaited. */
export const INTL_WARM_UP = `export default async () => {
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment('Two words.')) segment.normalize('NFKD')
  return new Intl.NumberFormat('en').format(1) + new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(0)
}`

export async function warmUp(prewarmer: Prewarmer, definition: string): Promise<void> {
  const limits = { wallMs: 1000, outputBytes: 100, logBytes: 0, logLines: 0 }
  const head = JSON.stringify({ definition, isOnline: false })
  const { request, response: answer } = prewarmer.take(head).call
  request.end(JSON.stringify({ limits }))
  const response = await answer
  response.resume()
  await once(response, 'end')
}
