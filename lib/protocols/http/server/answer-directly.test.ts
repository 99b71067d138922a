// Calls routes that bypass Next on a real server and a real socket.
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropForwarded } from '../../session/network/address-from.ts'
import { readBody } from '../requests/read-body.ts'
import { answerDirectly } from './answer-directly.ts'
import { type DirectHandler, registerDirectRoutes } from './direct-routes.ts'

let server: Server
let origin: string
let aborted: Promise<unknown>

const POST: DirectHandler = async (request, { params }) =>
  Response.json({
    params: await params,
    url: request.url,
    from: request.headers.get('x-forwarded-for'),
    body: await request.text(),
  })

const stream: DirectHandler = (request) => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  aborted = promise
  request.signal.addEventListener('abort', resolve)
  return new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('first')) }))
}

let failure: PromiseWithResolvers<unknown>

const upload: DirectHandler = async (request) => {
  await readBody(request, 1_000).catch(failure.resolve)
  return new Response()
}

const crash: DirectHandler = () => Promise.reject(new TypeError('secret'))

beforeAll(async () => {
  registerDirectRoutes({
    '/echo': { POST, GET: stream },
    '/things/[name]/echo': { POST },
    '/crash': { POST: crash },
    '/upload': { POST: upload },
  })
  server = createServer((request, response) => {
    if (!answerDirectly(request, response)) response.end('Next')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  registerDirectRoutes({})
  server.closeAllConnections()
  server.close()
})

const post = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { method: 'POST', body: 'sent', headers })

test('a handler gets the request with its body, its query and the parts of its path', async () => {
  expect(await (await post('/things/a%20b/echo?x=1')).json()).toEqual({
    params: { name: 'a b' },
    url: `${origin}/things/a%20b/echo?x=1`,
    from: '127.0.0.1',
    body: 'sent',
  })
})

test.each([['/echo/'], ['/things//echo'], ['/things/a/echo/b'], ['/things/%ff/echo'], ['/other']])(
  'Next answers %s',
  async (path) => {
    expect(await (await post(path)).text()).toBe('Next')
  },
)

test('Next answers a method without a handler', async () => {
  expect(await (await fetch(`${origin}/echo`, { method: 'PUT' })).text()).toBe('Next')
})

test('an untrusted caller cannot choose its address', async () => {
  const stop = dropForwarded(0)

  const answer = await post('/echo', { 'x-forwarded-for': '1.2.3.4' })

  expect(await answer.json()).toMatchObject({ from: '127.0.0.1' })
  stop()
})

test('the address that a trusted proxy sends counts', async () => {
  const answer = await post('/echo', { 'x-forwarded-for': '1.2.3.4' })

  expect(await answer.json()).toMatchObject({ from: '1.2.3.4' })
})

test('a stream arrives in parts, and a caller that leaves aborts the request', async () => {
  const leaving = new AbortController()
  const { body } = await fetch(`${origin}/echo`, { signal: leaving.signal })
  const { value } = await body!.getReader().read()

  expect(Buffer.from(value!).toString()).toBe('first')
  leaving.abort()
  await aborted
})

test.each(['Content-Length: 100', 'Transfer-Encoding: chunked'])(
  'a body that its caller aborts is invalid input, not an unexpected failure: %s',
  async (length) => {
    failure = Promise.withResolvers()
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const lines = ['POST /upload HTTP/1.1', 'Host: 127.0.0.1', length, '', '5', 'begin', '']
    socket.write(lines.join('\r\n'), () => socket.destroy())

    expect(await failure.promise).toMatchObject({ code: 'INVALID_INPUT' })
  },
)

test('an unexpected error is a 500 without its message', async () => {
  const answer = await post('/crash')

  expect(answer.status).toBe(500)
  expect(await answer.text()).toBe('Internal Server Error')
})

test.each([
  ['POST /echo HTTP/1.0'],
  ['POST /echo HTTP/1.1', 'Host: a b'],
  ['POST /echo HTTP/1.1', 'Host: someone@127.0.0.1'],
  ['POST /echo HTTP/1.1', 'Host: a.example/path'],
  ['POST /things/a\\b/echo HTTP/1.1', 'Host: 127.0.0.1'],
])('a request without a valid URL is refused: %s %s', async (...lines) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write([...lines, 'Connection: close', 'Content-Length: 0', '', ''].join('\r\n'))

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
})
