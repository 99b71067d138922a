import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebServer } from './create-web-server.ts'

let server: Server

beforeAll(async () => {
  server = createWebServer(async (request, response) => {
    const { method, url } = request
    const body = await text(request)
    response.end(JSON.stringify({ method, url, body }))
  })
  // As Next does with the first request.
  server.on('upgrade', (_request, socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function open() {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  /** Sends a request and resolves with its whole response, as each of them arrives in one piece. */
  const send = async (...lines: string[]): Promise<string> => {
    socket.write(lines.join('\r\n'))
    const [answer] = await once(socket, 'data')
    return String(answer)
  }
  return { send, close: () => socket.destroy() }
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
    expect(answer).toContain(`{"method":"GET","url":"${path}","body":""}`)
  }
  close()
})

test('the body of a request that offers HTTP/2 is read', async () => {
  const { send, close } = open()

  for (const path of ['/rpc', '/mcp']) {
    const answer = await send(`POST ${path} HTTP/1.1`, ...H2C, 'Content-Length: 4', '', 'sent')
    expect(answer).toContain(`{"method":"POST","url":"${path}","body":"sent"}`)
  }
  close()
})

test.each(['websocket', 'h2c, websocket', 'TLS/1.0', 'x'])('Upgrade: %s is ignored', async (protocol) => {
  const { send, close } = open()

  const answer = await send(
    ...['GET / HTTP/1.1', 'Host: 127.0.0.1', 'Connection: Upgrade', `Upgrade: ${protocol}`, '', ''],
  )

  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  close()
})
