/**
 * The door of sandboxd: HTTP, over a unix socket or over TLS that asks for the caller's certificate.
 *
 * POST /execute takes one job as JSON and answers with NDJSON: `{"event":…}` and `{"call":…}` while it runs,
 * `{"outcome":…}` at the end; calls are answered on the same request. Closing the connection cancels the run. A caller who has other hosts to ask says `x-may-spill: true`, and
 * gets 503 when there is no free process. GET /health says how the box is.
 */
import http from 'node:http'
import https from 'node:https'
import type { TlsOptions } from 'node:tls'
import type { BoxReport, SandboxEvent } from '../lib/sandbox/sandbox.ts'
import type { Box } from './box.ts'
import { openConversation } from './conversation.ts'
import { parseJob } from './parse-job.ts'

/** What is known of the host from the start. `isDegraded` when nothing but the engine stands between skills and it. */
export type About = Pick<BoxReport, 'engine' | 'memory' | 'jail' | 'isDegraded' | 'findings'>

/** For this machine: whoever may open the socket may ask. */
export function makeServer(box: Box, about: About): http.Server {
  return keeping(http.createServer(answering(box, about)))
}

/** For other machines: `tls` as readServerTls makes it. */
export function makeSecureServer(box: Box, about: About, tls: TlsOptions): https.Server {
  return keeping(https.createServer(tls, answering(box, about)))
}

/** Callers keep a connection for their next job, and let go of it first. */
const KEPT_MS = 60_000

function keeping<Server extends http.Server | https.Server>(server: Server): Server {
  server.keepAliveTimeout = KEPT_MS
  return server
}

function answering(box: Box, about: About): http.RequestListener {
  return (request, response) => {
    const route = `${request.method} ${request.url}`
    if (route === 'GET /health') return answerJson(response, 200, { ...about, ...box.report() })
    if (route === 'POST /execute') {
      execute(box, request, response).catch((error) => {
        console.error('sandboxd:', error)
        response.destroy()
      })
      return
    }
    answerJson(response, 404, { error: 'There is POST /execute and GET /health.' })
  }
}

async function execute(
  box: Box,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const left = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) left.abort()
  })
  const say = (line: object) => {
    if (!response.destroyed) response.write(lineOf(line))
  }
  const { job: text, ask: onCall } = await openConversation(request, say)
  const job = text === undefined ? undefined : parseJob(text)
  if (!job) return answerJson(response, 400, { error: 'That is not a job.' })
  if (request.headers['x-may-spill'] === 'true' && box.isFull(job.runtime))
    return answerJson(response, 503, { error: 'Every process has a run.' })

  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  // Said before anything runs.
  response.flushHeaders()
  const onEvent = (event: SandboxEvent) => say({ event })
  const outcome = await box.run(job, { signal: left.signal, onEvent, onCall })
  response.end(lineOf({ outcome }))
}

function lineOf(line: object): string {
  return `${JSON.stringify(line)}\n`
}

function answerJson(response: http.ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
