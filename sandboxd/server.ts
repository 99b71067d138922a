/**
 * The door of sandboxd: HTTP over a unix socket.
 *
 * POST /execute takes one job as JSON and answers with NDJSON: `{"event":…}` while it runs, `{"outcome":…}` at
 * the end. Closing the connection cancels the run. GET /health says how the box is.
 */
import http from 'node:http'
import type { SandboxEvent } from '../lib/sandbox/sandbox.ts'
import type { Box } from './box.ts'
import { JOB_BYTES } from './limits.ts'
import { parseJob } from './parse-job.ts'

/** What the box says of itself. `isDegraded` when nothing but the engine stands between skills and the host. */
export type About = { engine: string; memory: string; jail: string; isDegraded: boolean }

export function makeServer(box: Box, about: About): http.Server {
  return http.createServer((request, response) => {
    const route = `${request.method} ${request.url}`
    if (route === 'GET /health') return answerJson(response, 200, { ok: true, ...about, ...box.counts() })
    if (route === 'POST /execute') {
      execute(box, request, response).catch((error) => {
        console.error('sandboxd:', error)
        response.destroy()
      })
      return
    }
    answerJson(response, 404, { error: 'There is POST /execute and GET /health.' })
  })
}

async function execute(
  box: Box,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const left = new AbortController()
  response.on('close', () => left.abort())
  const body = await readBody(request)
  const job = body === undefined ? undefined : parseJob(body)
  if (!job) return answerJson(response, 400, { error: 'That is not a job.' })

  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.flushHeaders()
  const say = (line: object) => {
    if (!response.destroyed) response.write(`${JSON.stringify(line)}\n`)
  }
  const onEvent = (event: SandboxEvent) => say({ event })
  say({ outcome: await box.run(job, { signal: left.signal, onEvent }) })
  response.end()
}

async function readBody(request: http.IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= JOB_BYTES) chunks.push(chunk)
  }
  return bytes <= JOB_BYTES ? Buffer.concat(chunks).toString() : undefined
}

function answerJson(response: http.ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
