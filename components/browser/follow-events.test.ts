import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { followEvents } from './follow-events.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Answers each request with the next of `answers`, and every further one with the last. */
async function serve(answers: Answer[], port = 0) {
  const requests: IncomingMessage[] = []
  const server = http.createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)]!
    requests.push(request)
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  open.push(close)
  return { requests, close, port: (server.address() as AddressInfo).port }
}

const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('<html>')

const events =
  (text: string, { isKept = true } = {}): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text)
    if (!isKept) response.end()
  }

const cut: Answer = (response) => response.destroy()

function follow(port: number) {
  const received: string[] = []
  const connections: boolean[] = []
  let gone = 0
  const stop = followEvents(
    `http://127.0.0.1:${port}/events`,
    {
      onEvent: ({ type, data }) => received.push(`${type} ${data}`),
      onConnection: (isUp) => connections.push(isUp),
      onGone: () => {
        gone += 1
      },
    },
    1,
  )
  open.push(stop)
  return { received, connections, stop, gone: () => gone }
}

test.each<[string, Answer]>([
  ['502 of a proxy', status(502)],
  ['429', status(429)],
  ['503', status(503)],
  ['500', status(500)],
  ['200 with a page of a proxy', status(200, { 'content-type': 'text/html' })],
  ['connection that is cut', cut],
])('an event stream is followed again after a %s', async (_, answer) => {
  const { port } = await serve([answer, answer, events('data: there\n\n')])
  const { received, gone } = follow(port)

  await expect.poll(() => received).toEqual(['message there'])
  expect(gone()).toBe(0)
})

test('an event stream that ends is resumed after its last event, with named events', async () => {
  const first = events('id: 7\nevent: step.finished\ndata: one\n\n', { isKept: false })
  const { port, requests } = await serve([first, events('data: two\n\n')])
  const { received, connections } = follow(port)

  await expect.poll(() => received).toEqual(['step.finished one', 'message two'])
  expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7'])
  expect(connections).toEqual([true, false, true])
})

test('an event stream is followed again after a restart of the server', async () => {
  const before = await serve([events('data: before\n\n')])
  const { received } = follow(before.port)
  await expect.poll(() => received).toEqual(['message before'])

  await before.close()
  await serve([events('data: after\n\n')], before.port)

  await expect.poll(() => received).toEqual(['message before', 'message after'])
})

test('the delay that an event stream asks for is kept', async () => {
  const { port, requests } = await serve([status(429, { 'retry-after': '1' }), events('data: there\n\n')])
  const begun = performance.now()
  const { received } = follow(port)

  await expect.poll(() => received).toEqual(['message there'])
  expect(performance.now() - begun).toBeGreaterThanOrEqual(990)
  expect(requests).toHaveLength(2)
})

test.each([204, 401, 403, 404])('an event stream that answers %i is not followed further', async (code) => {
  const { port, requests } = await serve([events('data: one\n\n', { isKept: false }), status(code)])
  const { received, gone } = follow(port)

  await expect.poll(() => requests).toHaveLength(2)
  await expect.poll(gone).toBe(code === 204 ? 0 : 1)
  expect(received).toEqual(['message one'])
  expect(requests).toHaveLength(2)
})

test('an event stream that is stopped is closed and not followed again', async () => {
  let isClosed = false
  const { port, requests } = await serve([
    (response, request) => {
      request.on('close', () => {
        isClosed = true
      })
      events('data: one\n\n')(response, request)
    },
  ])
  const { received, stop, connections } = follow(port)
  await expect.poll(() => received).toHaveLength(1)

  stop()

  await expect.poll(() => isClosed).toBe(true)
  expect(requests).toHaveLength(1)
  expect(connections).toEqual([true])
})
