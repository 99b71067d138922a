import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeServer } from './close-server.ts'

async function startServer(listener: http.RequestListener) {
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a response in progress is finished', async () => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<http.ServerResponse>()
  const { server, url } = await startServer((_request, response) => asked(response))
  const answer = fetch(url)
  const response = await isAsked

  const closing = closeServer(server, 60_000)
  response.end('whole')

  expect(await (await answer).text()).toBe('whole')
  await closing
})

test('an event stream is closed after a while', async () => {
  const { server, url } = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
  })
  const stream = await fetch(url)

  await closeServer(server, 10)

  await expect(stream.text()).rejects.toThrow()
})
