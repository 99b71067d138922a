// Tests on a real server which headers about its address a caller can forge.
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropForwarded } from './address-from.ts'

let server: Server
let seen: (string | undefined)[]

beforeAll(async () => {
  server = createServer((request, response) => {
    seen = ['x-forwarded-for', 'x-forwarded-host'].map((name) => request.headers[name] as string | undefined)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.close()
})

function call(): Promise<void> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    get(
      { host: '127.0.0.1', port, headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil.test' } },
      (response) => {
        response.resume().on('end', resolve)
      },
    ).on('error', reject)
  })
}

test('without a proxy, the header is removed before it is read', async () => {
  const stop = dropForwarded(0)

  await call()

  expect(seen).toEqual([undefined, undefined])
  stop()
})

test('behind a proxy it stays, since the proxy has written in it', async () => {
  const stop = dropForwarded(1)

  await call()

  expect(seen).toEqual(['1.2.3.4', 'evil.test'])
  stop()
})
