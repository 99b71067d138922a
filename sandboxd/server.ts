/**
 * POST /execute takes a job as JSON and answers with NDJSON: `{"event":…}` and `{"call":…}` while it runs,
 * `{"outcome":…}` at the end; replies to calls arrive on the same request. Closing the connection cancels the
 * run, unless the job has a `resumeKey`: POST /resume with it follows the run, and POST /cancel ends it; both
 * answer 404 for a run that is not here. With `x-may-overflow: true` /execute responds 503 if no process is free,
 * so that the caller can use another host. GET /health reports the sandbox's state.
 */
import http from 'node:http'
import https from 'node:https'
import type { TlsOptions } from 'node:tls'
import { readLines } from '../lib/sandbox/read-lines.ts'
import type { SandboxCall, SandboxdReport, SandboxEvent, SandboxReply } from '../lib/sandbox/sandbox.ts'
import { MAX_JOB_BYTES, parseJob, type RunListener } from './job/job.ts'
import type { LocalSandbox } from './local-sandbox.ts'
import type { Follower, KeptRuns } from './run/kept-runs.ts'

/** Facts known at startup. `isDegraded` means that only the engine isolates skills from the host. */
type SandboxFacts = Pick<SandboxdReport, 'engine' | 'memory' | 'jail' | 'isDegraded' | 'findings'>

/** What all servers of a process share. */
export type Served = { sandbox: LocalSandbox; facts: SandboxFacts; keptRuns: KeptRuns }

/** Returns a server for this machine. Any user who can open its socket can send jobs. */
export function createSandboxServer(served: Served): http.Server {
  return withKeepAlive(http.createServer(handleRequests(served)))
}

/** Returns a server for other machines, whose `tls` options require a certificate from each. */
export function createSecureSandboxServer(served: Served, tls: TlsOptions): https.Server {
  return withKeepAlive(https.createServer(tls, handleRequests(served)))
}

/** Longer than the callers' keep-alive, so that they close idle connections first. */
const KEEP_ALIVE_MS = 60_000

function withKeepAlive<Server extends http.Server | https.Server>(server: Server): Server {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  // Replies to calls arrive on the request of the job, which stays open for as long as the run lasts.
  server.requestTimeout = 0
  return server
}

function handleRequests(served: Served): http.RequestListener {
  const { sandbox, facts, keptRuns } = served
  return (request, response) => {
    const route = `${request.method} ${request.url}`
    const answer = (answering: Promise<void>) =>
      void answering.catch((error) => {
        console.error('sandboxd:', error)
        response.destroy()
      })
    if (route === 'GET /health') return sendJson(response, 200, { ...facts, ...sandbox.report() })
    if (route === 'POST /execute' || route === 'POST /execute-recorded')
      return answer(execute(served, request, response))
    if (route === 'POST /resume') return answer(resume(keptRuns, request, response))
    if (route === 'POST /cancel') return answer(cancel(keptRuns, request, response))
    sendJson(response, 404, { error: 'Use POST /execute, /resume or /cancel, or GET /health.' })
  }
}

async function execute(
  { sandbox, keptRuns }: Served,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const disconnected = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) disconnected.abort()
  })
  const send = (line: object) => {
    if (!response.destroyed) response.write(toLine(line))
  }
  const { job: text, callHost: onCall } = await openJobStream(request, send)
  const job = text === undefined ? undefined : parseJob(text)
  if (!job) return sendJson(response, 400, { error: 'This is not a valid job.' })
  // Sites of the previous version send `x-may-spill` instead.
  const mayOverflow = request.headers['x-may-overflow'] ?? request.headers['x-may-spill']
  if (mayOverflow === 'true' && sandbox.isFull(job))
    return sendJson(response, 503, { error: 'Every process is busy.' })

  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  const { resumeKey, secrets } = job
  if (resumeKey) {
    // The caller left while it sent the job.
    if (response.destroyed) return
    response.flushHeaders()
    const perform = (listener: RunListener) => sandbox.run(job, listener)
    return keptRuns.start({ resumeKey, secrets, perform }, toFollower(response, onCall))
  }
  const acknowledging = setTimeout(() => response.flushHeaders(), ACKNOWLEDGE_AFTER_MS)
  const onEvent = (event: SandboxEvent) => send({ event })
  const running = sandbox.run(job, { signal: disconnected.signal, onEvent, onCall })
  const outcome = await running.finally(() => clearTimeout(acknowledging))
  response.end(toLine({ outcome }))
}

async function resume(
  keptRuns: KeptRuns,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const send = (line: object) => {
    if (!response.destroyed) response.write(toLine(line))
  }
  const { job: text, callHost } = await openJobStream(request, send)
  const run = keptRuns.find(readResumeKey(text))
  if (!run) return sendJson(response, 404, { error: NOT_HERE })
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  send({ secrets: run.secrets })
  run.follow(toFollower(response, callHost))
}

async function cancel(
  keptRuns: KeptRuns,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { value: text } = await readLines(request, MAX_JOB_BYTES).next()
  const run = keptRuns.find(readResumeKey(text))
  if (!run) return sendJson(response, 404, { error: NOT_HERE })
  run.cancel()
  sendJson(response, 200, {})
}

const NOT_HERE = 'This run is not here, or not any more.'

/** Returns "", which no run has, for a line without a key. */
function readResumeKey(line: string | undefined): string {
  try {
    const { resumeKey } = JSON.parse(line ?? '{}') as { resumeKey?: unknown }
    return typeof resumeKey === 'string' ? resumeKey : ''
  } catch {
    return ''
  }
}

function toFollower(response: http.ServerResponse, callHost: Follower['callHost']): Follower {
  return {
    callHost,
    send: (line) => {
      if (!response.destroyed) response.write(toLine(line))
    },
    end: (line) => {
      if (!response.destroyed) response.end(toLine(line))
    },
    left: new Promise((resolve) => response.once('close', resolve)),
  }
}

/** Most runs end sooner, and their headers are sent with the outcome in one packet. Callers wait a few seconds for headers. */
const ACKNOWLEDGE_AFTER_MS = 20

function toLine(line: object): string {
  return `${JSON.stringify(line)}\n`
}

function sendJson(response: http.ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/**
 * The stream of one job over one HTTP request: lines of JSON in both directions.
 *
 * The app sends the job as the first line and keeps the request open. sandboxd sends events, and host calls
 * as `{"call":{id,method,params}}`; the app answers each with `{"id":…,"reply":…}`.
 */
type JobStream = {
  /** The first line; undefined if it exceeds the size limit. */
  job: string | undefined
  callHost(call: SandboxCall): Promise<SandboxReply>
}

type PendingCall = { resolve: (reply: SandboxReply) => void; reject: (reason: Error) => void }

/** Reads the job, and from then on replies to its calls in the background. `send` writes a line of the response. */
export async function openJobStream(
  request: AsyncIterable<Buffer>,
  send: (line: object) => void,
): Promise<JobStream> {
  const lines = readLines(request, MAX_JOB_BYTES)
  const first = await lines.next()
  const pending = new Map<number, PendingCall>()
  let callCount = 0
  let isEnded = first.done === true
  receiveReplies().catch(() => {})

  return {
    job: first.value,
    callHost(call) {
      if (isEnded) return Promise.reject(new Error('the client is not connected'))
      callCount += 1
      const { promise, ...settle } = Promise.withResolvers<SandboxReply>()
      pending.set(callCount, settle)
      send({ call: { id: callCount, ...call } })
      return promise
    },
  }

  async function receiveReplies(): Promise<void> {
    try {
      for await (const line of lines) {
        const { id, reply } = JSON.parse(line ?? 'null') as { id: number; reply: SandboxReply }
        pending.get(id)?.resolve(reply)
        pending.delete(id)
      }
    } finally {
      isEnded = true
      for (const { reject } of pending.values()) reject(new Error('the client has disconnected'))
      pending.clear()
    }
  }
}
