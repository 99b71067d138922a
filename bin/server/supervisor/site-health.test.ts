import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { waitForHealthy } from './site-health.ts'

const ok = { ok: true, detail: 'responding' }
const missing = { ok: false, detail: 'no worker is running' }

/** Answers `/api/health` with each of `answers` in turn, and with the last one from then on. */
async function serve(answers: (typeof ok)[]) {
  const server = http.createServer((_, response) => {
    const worker = answers.length > 1 ? answers.shift()! : answers[0]!
    response.writeHead(worker.ok ? 200 : 503)
    response.end(JSON.stringify({ ok: worker.ok, parts: { database: ok, worker } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

test('the site is healthy once every part works; until then the log names the missing part, once', async () => {
  const { url, server } = await serve([missing, missing, ok])
  const logged: string[] = []

  const isHealthy = await waitForHealthy(url, {
    log: (line) => logged.push(line),
    closing: new AbortController().signal,
  })

  expect(isHealthy).toBe(true)
  expect(logged).toEqual(['not ready yet: worker: no worker is running'])
  server.close()
})

test('a cancelled start waits for nothing', async () => {
  const { url, server } = await serve([missing])
  const closing = new AbortController()

  const isHealthy = await waitForHealthy(url, { log: () => closing.abort(), closing: closing.signal })

  expect(isHealthy).toBe(false)
  server.close()
})
