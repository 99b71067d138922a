/** The headers of every kind of response, and the redirects of next-auth. */
import { expect, test } from './support/fixtures.ts'

// biome-ignore format: table
const ANSWERS: [kind: string, path: string][] = [
  ['a page',                          '/'],
  ['a page with a form',              '/sign-in'],
  ['a page that wants a session',     '/settings/keys'],
  ['a missing page',        '/nobody/nothing'],
  ['next-auth’s page to sign out',    '/api/auth/signout'],
  ['next-auth’s page after an email', '/api/auth/verify-request'],
  ['next-auth’s error page',          '/api/auth/error?error=Configuration'],
  ['next-auth’s page to sign in',     '/api/auth/signin'],
  ['next-auth’s JSON',                '/api/auth/session'],
  ['a redirect of a trailing slash',   '/docs/'],
  ['JSON',                            '/api/health'],
  ['JSON that is refused',            '/api/runs/none'],
  ['a missing route',       '/api/nothing'],
  ['the OpenAPI document',            '/api/openapi.json'],
  ['the method that /rpc has not',    '/rpc'],
  ['the method that /mcp wants a key for', '/mcp'],
  ['text',                            '/llms.txt'],
  ['the archive of the SDK',          '/sdk.tgz'],
  ['the archive of the command line', '/cli.tgz'],
  ['a missing image',     '/images/none'],
  ['a file',                          '/icon.svg'],
  ['a missing file',                  '/_next/static/none.js'],
  ['another site’s metadata',         '/.well-known/oauth-authorization-server'],
]

for (const [kind, path] of ANSWERS) {
  test(`${kind} is not sniffed and not framed: ${path}`, async ({ request }) => {
    const response = await request.get(path, { maxRedirects: 0 })
    const headers = response.headers()

    expect(response.status()).toBeLessThan(500)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    if (headers['content-type']?.startsWith('text/html'))
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
}

test('an embedded form leaves frames to its publisher’s list', async ({ request }) => {
  const response = await request.get('/embed/guildhall/text_tools/text_statistics')
  const headers = response.headers()

  expect(response.status()).toBe(200)
  expect(headers['x-frame-options']).toBeUndefined()
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

for (const method of ['TRACE', 'PROPFIND'])
  test(`${method} is refused with 405`, async ({ request }) => {
    const response = await request.fetch('/', { method })

    expect(response.status()).toBe(405)
    expect(await response.json()).toMatchObject({ error: { code: 'INVALID_INPUT' } })
  })

test('a script of the site is not sniffed', async ({ page, request }) => {
  await page.goto('/sign-in')
  const script = await page.locator('script[src]').first().getAttribute('src')
  const headers = (await request.get(script!)).headers()

  expect([headers['x-content-type-options'], headers['content-type']]).toEqual([
    'nosniff',
    expect.stringContaining('javascript'),
  ])
})

test('next-auth’s own pages have a content security policy', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto('/api/auth/signout')

  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('images are not resized on request', async ({ request }) => {
  const response = await request.get('/_next/image?url=%2Ficon.svg&w=640&q=75')

  expect([400, 404]).toContain(response.status())
})

for (const callbackUrl of ['http://localhost:3000.evil.test/', 'https://evil.test/', '%', '//evil.test']) {
  test(`signing in never leads to ${callbackUrl}, and is not a fault of the server`, async ({
    request,
    baseURL,
  }) => {
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
    const form = { csrfToken, email: 'nobody@demo.local', password: 'wrong', callbackUrl }
    const refused = await request.post('/api/auth/callback/credentials', { form, maxRedirects: 0 })
    const leaving = await request.post('/api/auth/signout', {
      form: { csrfToken, callbackUrl },
      maxRedirects: 0,
    })
    const session = await request.get(`/api/auth/session?callbackUrl=${encodeURIComponent(callbackUrl)}`)

    expect([refused.status(), leaving.status(), session.status()]).toEqual([302, 302, 200])
    for (const { location = '' } of [refused.headers(), leaving.headers()])
      expect(new URL(location, baseURL).origin).toBe(new URL(baseURL!).origin)
  })
}

test('a document is readable for a client that accepts compression', async ({ request }) => {
  const response = await request.get('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } })

  expect(await response.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
})

test('a body sent to a file is refused', async ({ request }) => {
  for (const path of ['/_next/static/none.js', '/favicon.ico', '/_next/image'])
    expect((await request.post(path, { data: '[1]' })).status(), path).toBe(405)
})

test('a path that no plan can have is not found', async ({ page, signIn }) => {
  await signIn('user')
  for (const path of [`/plans/${'x'.repeat(80)}`, `/plans/templates/${'x'.repeat(80)}`])
    expect((await page.goto(path))?.status(), path).toBe(404)
})
