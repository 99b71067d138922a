import { once } from 'node:events'
import http from 'node:http'

const CONNECT_WITHIN_MS = 1_000

/**
 * Sends requests to sites in turn, and to the next site if one cannot be connected to. Streams both ways. An error after
 * that ends the connection of the caller, who knows whether a repetition is safe.
 */
export async function startReverseProxy(host: string, sites: readonly string[]) {
  let turn = 0
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      turn += 1
      forward(request, response, { body: Buffer.concat(chunks), order: rotate(sites, turn) })
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { url: `http://${host}:${port}`, stop: () => server.close().closeAllConnections() }
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  return items.map((_, at) => items[(at + by) % items.length]!)
}

function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { body, order: [site, ...others] }: { body: Buffer; order: string[] },
): void {
  if (site === undefined) return void response.writeHead(502).end()
  const { method, url, headers } = request
  const call = http.request(`${site}${url}`, {
    method,
    headers: { ...headers, 'x-forwarded-for': request.socket.remoteAddress, connection: 'close' },
    agent: false,
  })
  let isConnected = false
  const timer = setTimeout(() => call.destroy(new Error('The connection timed out.')), CONNECT_WITHIN_MS)
  call.once('socket', (socket) =>
    socket.once('connect', () => {
      isConnected = true
      clearTimeout(timer)
    }),
  )
  call.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.once('error', () => response.destroy())
    answer.once('aborted', () => response.destroy())
  })
  call.once('error', () => {
    clearTimeout(timer)
    if (!isConnected && others.length > 0) forward(request, response, { body, order: others })
    else if (!response.headersSent) response.writeHead(502).end()
    else response.destroy()
  })
  response.once('close', () => call.destroy())
  call.end(body)
}
