import { afterEach, expect, test } from 'vitest'
import { findFreePort } from '../runtime/free-port.ts'
import { isProcessAlive } from '../runtime/processes.ts'
import { isResponding, watchHealth } from './site-health.ts'
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Starts a web process that answers `status`, and that computes without end after a request for /block. */
async function startServer(status: number) {
  const port = await findFreePort()
  const script = `require('http').createServer((request, response) => {
    if (request.url === '/block') for (;;);
    response.writeHead(${status}).end()
  }).listen(${port}, '127.0.0.1')`
  const restarts: string[] = []
  const part: SupervisedProcess = superviseProcess({
    name: 'web server',
    command: ['-e', script],
    env: process.env,
    log: () => {},
    onRestart: (reason) => restarts.push(reason),
  })
  const url = `http://127.0.0.1:${port}`
  closers.push(part.stop)
  await expect.poll(() => isResponding(url, 1_000)).toBe(true)
  closers.push(watchHealth({ part, url, silentMs: 3_000, startMs: 30_000 }))
  return { part, url, restarts }
}

test('a web process that blocks its event loop is started again, and answers', async () => {
  const { part, url, restarts } = await startServer(200)
  const blocked = part.child()!.pid!
  fetch(`${url}/block`).catch(() => {})

  await expect.poll(() => restarts).toEqual(['no answer for 3 seconds'])
  await expect.poll(() => isResponding(url, 1_000)).toBe(true)

  expect(part.child()!.pid).not.toBe(blocked)
  expect(isProcessAlive(blocked)).toBe(false)
})

test('a process that answers 503 is not restarted', async () => {
  const { part, url, restarts } = await startServer(503)
  const pid = part.child()!.pid
  // Waits longer than the silence after which the process would be restarted.
  for (const until = Date.now() + 5_000; Date.now() < until; ) await isResponding(url, 1_000)

  expect(part.child()!.pid).toBe(pid)
  expect(restarts).toEqual([])
})
