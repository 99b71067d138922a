// What a caller writes into an address that nothing can decode.
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { decodable, keepBrokenEscapes } from './keep-broken-escapes.ts'

test.each([
  ['/docs/%ff', '/docs/%25ff', 'no UTF-8'],
  ['/docs/%', '/docs/%25', 'no digits'],
  ['/docs/100%/caf%C3%A9', '/docs/100%25/caf%C3%A9', 'only the part that is broken'],
  ['/docs/%ED%A0%80', '/docs/%25ED%25A0%2580', 'half of a pair'],
  ['/docs/%ff?q=%ff', '/docs/%25ff?q=%ff', 'the query is not the path'],
])('%s is read as %s: %s', (asked, read) => {
  expect(decodable(asked)).toBe(read)
  expect(() => decodeURIComponent(read.split('?')[0]!)).not.toThrow()
})

test.each(['/', '/docs/a%20b', '/search?q=%ff', '/caf%C3%A9/%2F', '*', ''])('%s stays as it is', (asked) => {
  expect(decodable(asked)).toBe(asked)
})

test('a server reads the mended address', async () => {
  const stop = keepBrokenEscapes()
  const server = createServer((request, response) => response.end(request.url))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const seen = await new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/docs/%ff' }, async (response) => {
      resolve((await response.setEncoding('utf8').toArray()).join(''))
    }).on('error', reject)
  })

  expect(seen).toBe('/docs/%25ff')
  server.close()
  stop()
})
