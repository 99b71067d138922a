// What the command line says about an address that is not the site.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFromSite } from './site.ts'

let server: http.Server
let origin: string

beforeAll(async () => {
  server = http.createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(301, { location: 'https://market.example/moved' })
    response.end('<h1>Welcome</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('another website is not taken for a site', async () => {
  await expect(getFromSite(origin, '/api/publishing', 'gh_x')).rejects.toMatchObject({
    code: 'TOOL_NOT_AVAILABLE',
    message: `${origin} answered 200, which is not a Guildhall response.`,
  })
})

test('an address that redirects is refused, with the address to use', async () => {
  await expect(getFromSite(origin, '/moved', 'gh_x')).rejects.toMatchObject({
    message: `${origin} redirects to https://market.example. Use that address.`,
  })
})

test('an address where nothing listens is named with what to check', async () => {
  const closed = http.createServer()
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))

  await expect(getFromSite(`http://127.0.0.1:${port}`, '/api/publishing', 'gh_x')).rejects.toMatchObject({
    message: expect.stringContaining('refuses connections. Check the address'),
  })
})
