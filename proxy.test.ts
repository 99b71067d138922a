import { NextRequest } from 'next/server.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sealSession, sessionCookieName } from '#lib/protocols/session/cookies/session-token.ts'
import { config, proxy } from './proxy.ts'

const matcher = new RegExp(`^${String(config.matcher[0])}$`)

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the proxy', () => {
  test.each([
    '/',
    '/sign-in',
    '/guildhall/text_tools/text_statistics',
    '/apify/actors',
    '/api_tools/x',
    '/rpc_tools',
    '/mcp_server/x',
    '/images_of_cats/x',
    '/_next_thing',
    '/favicon.ico.html',
    '/rpc/x',
    '/mcp/x/y',
    '/images',
    '/images/0a1b/x',
  ])('runs before the page %s', (path) => {
    expect(matcher.test(path)).toBe(true)
  })

  test.each([
    '/api/health',
    '/api',
    '/api/auth/signin',
    '/images/0a1b',
    '/rpc',
    '/mcp',
    '/_next/static/chunks/a.js',
    '/_next/image',
    '/favicon.ico',
    '/icon.svg',
  ])('does not affect %s', (path) => {
    expect(matcher.test(path)).toBe(false)
  })
})

test.each(['/_next/static/x.js', '/_next/image', '/favicon.ico'])(
  'a body sent to %s is refused',
  async (path) => {
    const request = new NextRequest(`http://localhost${path}`, { method: 'POST', body: '["x"]' })

    expect((await proxy(request)).status).toBe(405)
  },
)

test('an action that Next forwards from a page without it is refused as unknown', async () => {
  const headers = { 'next-action': '40'.padEnd(42, 'a'), 'x-action-forwarded': '1', host: 'localhost' }
  const request = new NextRequest('http://localhost/settings', { method: 'POST', body: '[]', headers })

  const { status, headers: answered } = await proxy(request)

  expect(status).toBe(409)
  expect(answered.get('x-nextjs-action-not-found')).toBe('1')
})

test('a form of another site is refused with 403', async () => {
  const headers = { origin: 'https://evil.test', host: 'localhost', 'content-type': 'text/plain' }
  const request = new NextRequest('http://localhost/settings', { method: 'POST', body: '[]', headers })

  expect((await proxy(request)).status).toBe(403)
})

test('a URL with too many query parameters is refused before a page is drawn', async () => {
  const urlWith = (count: number) => `http://localhost/?${Array(count).fill('q=a').join('&')}`

  expect((await proxy(new NextRequest(urlWith(200)))).headers.get('x-middleware-next')).toBe('1')
  const answer = await proxy(new NextRequest(urlWith(201)))
  expect([answer.status, await answer.text()]).toEqual([400, 'The URL has more than 200 query parameters.'])
})

test.each(['/', '/no/such/page'])('the language of %s is stated, whatever its HTML states', async (path) => {
  const answer = await proxy(new NextRequest(`http://localhost${path}`))

  expect(answer.headers.get('content-language')).toBe('en')
})

test('a person who views expensive pages too often is refused before they are drawn, and others are not', async () => {
  vi.stubEnv('NEXTAUTH_SECRET', 'a secret of this test')
  const view = async (userId: string, path = '/publish/0a1b') => {
    const cookie = `${sessionCookieName()}=${await sealSession({ userId, sessionVersion: 1 })}`
    return proxy(new NextRequest(`http://localhost${path}`, { headers: { cookie } }))
  }
  for (let count = 0; count < 300; count += 1) expect((await view('mallory-at-the-proxy')).status).toBe(200)

  const refused = await view('mallory-at-the-proxy')

  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await view('mallory-at-the-proxy', '/runs')).status).toBe(200)
  expect((await view('ada-at-the-proxy')).status).toBe(200)
  expect((await proxy(new NextRequest('http://localhost/publish/0a1b'))).status).toBe(200)
})

test('the preflight of another site reaches the route, which answers it', async () => {
  const headers = { origin: 'https://other.example', 'access-control-request-method': 'GET' }
  for (const path of ['/v0.1/servers', '/.well-known/mcp/server-card.json']) {
    const answer = await proxy(new NextRequest(`http://localhost${path}`, { method: 'OPTIONS', headers }))
    expect(answer.headers.get('x-middleware-next'), path).toBe('1')
  }
})
