// Calls a real server over a real socket; the listener stands for Next.
import { once } from 'node:events'
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { SECURITY_HEADERS } from './content-security-policy.ts'
import { createWebServer } from './create-web-server.ts'

let server: Server
let port: number
let answer: (request: IncomingMessage, response: ServerResponse) => void

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request
  const body = await text(request)
  const { host } = headers
  response.end(JSON.stringify({ method, url, host, body, from: headers['x-forwarded-for'] }))
}

beforeAll(async () => {
  answer = echo
  server = createWebServer((request, response) => answer(request, response))
  // As Next does with the first request.
  server.on('upgrade', (_request, socket) => socket.end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})

afterEach(() => {
  answer = echo
  vi.unstubAllEnvs()
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function open() {
  const socket = connect(port, '127.0.0.1')
  /** Sends a request and resolves with its whole response, as each of them arrives in one piece. */
  const send = async (...lines: string[]): Promise<string> => {
    socket.write(lines.join('\r\n'))
    const [answer] = await once(socket, 'data')
    return String(answer)
  }
  return { send, close: () => socket.destroy() }
}

/** Sends one request with this first line and these headers, and resolves with its whole response. */
async function send(...lines: string[]): Promise<string> {
  const { send, close } = open()
  const answer = await send(...lines, '', '')
  close()
  return answer
}

// As Java's HttpClient and `curl --http2` send it.
const H2C = [
  'Host: 127.0.0.1',
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
]

test('a request that offers HTTP/2 is answered with HTTP/1.1, and so are later ones on its connection', async () => {
  const { send, close } = open()

  for (const path of ['/api/health', '/docs']) {
    const answer = await send(`GET ${path} HTTP/1.1`, ...H2C, '', '')
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(answer).toContain(`"method":"GET","url":"${path}"`)
  }
  close()
})

test('the body of a request that offers HTTP/2 is read', async () => {
  const { send, close } = open()

  for (const path of ['/rpc', '/mcp']) {
    const answer = await send(`POST ${path} HTTP/1.1`, ...H2C, 'Content-Length: 4', '', 'sent')
    expect(answer).toContain(`"method":"POST","url":"${path}"`)
    expect(answer).toContain('"body":"sent"')
  }
  close()
})

test.each(['websocket', 'h2c, websocket', 'TLS/1.0', 'x'])('Upgrade: %s is ignored', async (protocol) => {
  const answer = await send(
    'GET / HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    `Upgrade: ${protocol}`,
  )

  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
})

test('the development server gets its WebSocket, and no other Upgrade', async () => {
  const development = createWebServer(echo, { hasWebSocket: true })
  development.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  await once(development.listen(0, '127.0.0.1'), 'listening')
  const { port } = development.address() as AddressInfo
  const upgrade = async (protocol: string) => {
    const socket = connect(port, '127.0.0.1')
    const head = ['GET / HTTP/1.1', 'Host: 127.0.0.1', 'Connection: Upgrade', `Upgrade: ${protocol}`, '', '']
    socket.write(head.join('\r\n'))
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return String(answer).slice(0, 12)
  }

  expect(await upgrade('websocket')).toBe('HTTP/1.1 101')
  expect(await upgrade('h2c')).toBe('HTTP/1.1 200')
  development.close()
})

test('the path of a request that cannot be decoded is repaired', async () => {
  expect(await send('GET /docs/%ff HTTP/1.1', 'Host: 127.0.0.1')).toContain('"url":"/docs/%25ff"')
})

test('a request in absolute form is one for the host that it names', async () => {
  vi.stubEnv('HOST', '0.0.0.0')

  const answer = await send('GET http://site.example/x/ HTTP/1.1', 'Host: 127.0.0.1')

  expect(answer).toContain('"url":"/x/","host":"site.example"')
})

test('a site on this machine refuses a request in absolute form for another host', async () => {
  vi.stubEnv('HOST', '').stubEnv('NEXTAUTH_URL', '').stubEnv('TRUST_PROXY', '')

  const answer = await send('GET http://evil.example/x HTTP/1.1', 'Host: localhost')

  expect(answer).toMatch(/^HTTP\/1\.1 403 /)
})

test('a site on this machine refuses a request by another name, whatever it asks for', async () => {
  vi.stubEnv('HOST', '').stubEnv('NEXTAUTH_URL', '').stubEnv('TRUST_PROXY', '')
  const refused = await send('POST /sign-in HTTP/1.1', 'Host: evil.example', 'Content-Length: 0')

  expect(refused).toMatch(/^HTTP\/1\.1 403 /)
  expect(refused).toContain('"code":"POLICY_DENIED"')
  expect(await send('GET / HTTP/1.1', `Host: localhost:${port}`)).toMatch(/^HTTP\/1\.1 200 /)
})

test.each(['TRACE', 'PROPFIND'])('a request with the method %s is refused with 405', async (method) => {
  const refused = await send(`${method} /docs HTTP/1.1`, 'Host: 127.0.0.1')

  expect(refused).toMatch(/^HTTP\/1\.1 405 /)
  expect(refused).toContain('allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  expect(refused).toContain(`This endpoint does not accept ${method} requests.`)
})

test('a method that some page or route has reaches Next', async () => {
  expect(await send('DELETE /docs HTTP/1.1', 'Host: 127.0.0.1')).toContain('"method":"DELETE"')
})

test.each(['a b', 'someone@127.0.0.1', 'a.example/path', ':', 'a\\b'])(
  'the Host header “%s” is refused with 400',
  async (host) => {
    vi.stubEnv('HOST', '0.0.0.0')

    expect(await send('GET / HTTP/1.1', `Host: ${host}`)).toMatch(/^HTTP\/1\.1 400 /)
  },
)

test.each(['127.0.0.1', 'evil.example'])(
  'a request with a second Host header “%s” is refused with 400',
  async (host) => {
    expect(await send('GET / HTTP/1.1', 'Host: 127.0.0.1', `host: ${host}`)).toMatch(/^HTTP\/1\.1 400 /)
  },
)

test('the page for failures cannot be requested', async () => {
  expect(await send('GET /_global-error?x HTTP/1.1', 'Host: 127.0.0.1')).toContain(
    '"url":"/_global-error/none?x"',
  )
  expect(await send('GET /_global-errors HTTP/1.1', 'Host: 127.0.0.1')).toContain('"url":"/_global-errors"')
})

test('an untrusted caller cannot choose its address', async () => {
  vi.stubEnv('TRUST_PROXY', '')
  const answer = await send('GET / HTTP/1.1', 'Host: 127.0.0.1', 'X-Forwarded-For: 1.2.3.4')

  expect(answer).not.toContain('1.2.3.4')
})

test('a response that sets no headers itself has the security headers', async () => {
  answer = (_, response) => response.writeHead(308, { location: '/docs' }).end()

  const { headers } = await fetch(`http://127.0.0.1:${port}/docs/`, { redirect: 'manual' })

  expect(Object.fromEntries(headers)).toMatchObject(SECURITY_HEADERS)
})

test('a refused request has the security headers', async () => {
  expect(await send('TRACE / HTTP/1.1', 'Host: 127.0.0.1')).toContain('x-frame-options: DENY')
})

test('a missing file below /_next has a Content-Security-Policy', async () => {
  const [file, page] = await Promise.all(
    ['/_next/static/none.js', '/'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
  )

  expect(file!.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page!.headers.get('content-security-policy')).toBeNull()
  expect(file!.headers.get('x-content-type-options')).toBe('nosniff')
  expect([file!, page!].map(({ headers }) => headers.has('permissions-policy'))).toEqual([false, true])
})

test('an embedded form leaves frames to its policy', async () => {
  const [frame, page] = await Promise.all(
    ['/embed/press/tools/greet', '/embedded'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
  )

  expect([frame!, page!].map(({ headers }) => headers.get('x-frame-options'))).toEqual([null, 'DENY'])
  expect(frame!.headers.get('x-content-type-options')).toBe('nosniff')
})

test.each(['Content-Length: 100', 'Transfer-Encoding: chunked'])(
  'an upload whose sender leaves fails for its reader, and emits no error: %s',
  async (length) => {
    const errors: Error[] = []
    const { promise: read, resolve } = Promise.withResolvers<string>()
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    answer = (request) => {
      request.on('error', (error) => errors.push(error)).once('close', close)
      text(request).then(
        () => resolve('whole'),
        ({ code }) => resolve(code),
      )
    }
    const socket = connect(port, '127.0.0.1')
    const lines = ['POST /docs HTTP/1.1', 'Host: 127.0.0.1', length, '', '5', 'begin', '']
    socket.write(lines.join('\r\n'), () => socket.destroy())

    expect(await read).toBe('ECONNRESET')
    await closed
    expect(errors).toEqual([])
  },
)

test('a request with a body is answered again on the same connection', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const post = async (body: string) => {
    const request = http.request({ host: '127.0.0.1', port, path: '/rpc', method: 'POST', agent })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { body: JSON.parse(await text(response)).body, isReused: request.reusedSocket }
  }

  expect([await post('first'), await post('second')]).toEqual([
    { body: 'first', isReused: false },
    { body: 'second', isReused: true },
  ])
  agent.destroy()
})
