import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { isKnownHost, isLoopbackOnly, REFUSED_ROUTE, refuseUnknownHosts } from './refuse-unknown-hosts.ts'

// biome-ignore format: table
test.each([
  [{},                                                       true],
  [{ HOST: 'localhost', NEXTAUTH_URL: 'http://localhost:3000', TRUST_PROXY: '' }, true],
  [{ HOST: '::1' },                                          true],
  [{ HOST: '0.0.0.0' },                                      false],
  [{ HOST: '192.168.1.5' },                                  false],
  // In these cases a proxy here lets others through.
  [{ NEXTAUTH_URL: 'https://skills.example.org' },           false],
  [{ HOST: '127.0.0.1', TRUST_PROXY: '1' },                  false],
  [{ NEXTAUTH_URL: 'https://localhost.example.org' },        false],
  [{ NEXTAUTH_URL: 'nonsense' },                             false],
])('with %j only this machine reaches the site: %s', (settings, isSo) => {
  expect(isLoopbackOnly(settings)).toBe(isSo)
})

// biome-ignore format: table
test.each([
  ['localhost:3000', true], ['LocalHost', true], ['market.localhost:3000', true], ['127.0.0.1:3000', true], ['127.1:3000', true],
  ['[::1]:3000', true], [undefined, true],
  ['evil.example', false], ['evil.example:3000', false], ['localhost.evil.example', false], ['127.0.0.1.evil.example', false],
  ['10.0.0.1', false], ['', false], ['a b', false],
])('a site on this machine is called %s: %s', (host, isSo) => {
  expect(isKnownHost(host, {})).toBe(isSo)
  expect(isKnownHost(host, { NEXTAUTH_URL: 'https://skills.example.org' })).toBe(true)
})

test('a request by another name is led away, whatever it asked for', async () => {
  vi.stubEnv('HOST', '').stubEnv('NEXTAUTH_URL', '').stubEnv('TRUST_PROXY', '')
  const seen: string[] = []
  const server = createServer((asked, answer) => {
    seen.push(`${asked.method} ${asked.url}`)
    answer.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = refuseUnknownHosts()
  const { port } = server.address() as AddressInfo
  const post = (host: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { host, 'content-length': 2 }
      const call = request({ port, path: '/sign-in', method: 'POST', headers }, (answer) => {
        answer.resume().on('end', resolve)
      })
      call.on('error', reject).end('{}')
    })

  await post(`localhost:${port}`)
  await post('evil.example')

  expect(seen).toEqual(['POST /sign-in', `GET ${REFUSED_ROUTE}`])
  stop()
  server.close()
  vi.unstubAllEnvs()
})
