// Tests the handling of invalid addresses and unknown methods, and the security headers.
import { createServer, get, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { SECURITY_HEADERS } from './content-security-policy.ts'
import {
  acceptAbsoluteForm,
  acceptBrokenEscapes,
  decodable,
  refuseUnknownMethods,
  sendSecurityHeaders,
  splitAbsoluteForm,
} from './patch-http-server.ts'

test.each([
  ['/docs/%ff', '/docs/%25ff', 'no UTF-8'],
  ['/docs/%', '/docs/%25', 'no digits'],
  ['/docs/100%/caf%C3%A9', '/docs/100%25/caf%C3%A9', 'only the part that is broken'],
  ['/docs/%ED%A0%80', '/docs/%25ED%25A0%2580', 'half of a pair'],
  ['/docs/%ff?q=%ff', '/docs/%25ff?q=%ff', 'the query is not the path'],
  ['*', '/*', 'the server as a whole, which is not a path'],
])('%s is read as %s: %s', (asked, read) => {
  expect(decodable(asked)).toBe(read)
  expect(() => decodeURIComponent(read.split('?')[0]!)).not.toThrow()
})

test.each(['/', '/docs/a%20b', '/search?q=%ff', '/caf%C3%A9/%2F', ''])('%s is unchanged', (asked) => {
  expect(decodable(asked)).toBe(asked)
})

test('a server reads the repaired address', async () => {
  const stop = acceptBrokenEscapes()
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

// biome-ignore format: table
test.each([
  ['http://evil.example/x',            'evil.example',    '/x'],
  ['HTTPS://evil.example/x/?q=1',      'evil.example',    '/x/?q=1'],
  ['http://evil.example//other/x/',    'evil.example',    '//other/x/'],
  ['http://127.0.0.1:3000',            '127.0.0.1:3000',  '/'],
  ['http://localhost?q=1',             'localhost',       '/?q=1'],
  ['http:///x',                        '',                '/x'],
])('a request for %s is one for a path of that host', (url, host, path) => {
  expect(splitAbsoluteForm(url)).toEqual({ host, path })
})

test.each(['/http://evil.example/x', '/', '*', '//evil.example', 'http:/x'])(
  '%s is not in absolute form',
  (url) => {
    expect(splitAbsoluteForm(url)).toBeUndefined()
  },
)

test('a server reads the host and the path of a request in absolute form', async () => {
  const stop = acceptAbsoluteForm()
  const server = createServer(({ headers, url }, response) => response.end(`${headers.host} ${url}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const seen = await new Promise<string>((resolve, reject) => {
    const path = 'http://evil.example/x/'
    get({ host: '127.0.0.1', port, path }, async (response) => {
      resolve((await response.setEncoding('utf8').toArray()).join(''))
    }).on('error', reject)
  })

  expect(seen).toBe('evil.example /x/')
  server.close()
  stop()
})

test('an unknown method is rerouted, and a known one is not', async () => {
  const stop = refuseUnknownMethods()
  const seen: string[] = []
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const send = (method: string) =>
    new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path: '/docs', method }, (answer) =>
        answer.resume().on('end', resolve),
      )
      call.on('error', reject).end()
    })

  for (const method of ['TRACE', 'PROPFIND', 'DELETE']) await send(method)

  expect(seen).toEqual(['GET /api/refused?method=TRACE', 'GET /api/refused?method=PROPFIND', 'DELETE /docs'])
  server.close()
  stop()
})

test('a missing file below /_next has a Content-Security-Policy', async () => {
  const server = createServer((_, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = sendSecurityHeaders()

  const [file, page] = [await fetch(`${url}/_next/static/none.js`), await fetch(url)]
  stop()
  server.close()

  expect(file.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.get('content-security-policy')).toBeNull()
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect([file, page].map(({ headers }) => headers.has('permissions-policy'))).toEqual([false, true])
})

test('an embedded form leaves frames to its policy', async () => {
  const server = createServer((_, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = sendSecurityHeaders()

  const [frame, page] = [await fetch(`${url}/embed/press/tools/greet`), await fetch(`${url}/embedded`)]
  stop()
  server.close()

  expect([frame, page].map(({ headers }) => headers.get('x-frame-options'))).toEqual([null, 'DENY'])
  expect(frame.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a response that sets no headers itself has the security headers', async () => {
  const server = createServer((_, response) => response.writeHead(308, { location: '/docs' }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`
  const stop = sendSecurityHeaders()

  const sent = await fetch(url, { redirect: 'manual' })
  stop()
  const after = await fetch(url, { redirect: 'manual' })
  server.close()

  expect(Object.fromEntries(sent.headers)).toMatchObject(SECURITY_HEADERS)
  expect(after.headers.get('x-frame-options')).toBeNull()
})
