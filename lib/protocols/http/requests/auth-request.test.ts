import { expect, test } from 'vitest'
import { GET, POST } from '#app/api/[[...path]]/route.ts'
import { requestCookies } from '../../../testing/fake-next-headers.ts'
import { readAuthRequest } from './auth-request.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const FORM_TYPE = 'application/x-www-form-urlencoded'

function post(body: string, type: string): Request {
  const headers = { 'content-type': type, cookie: 'a=b' }
  return new Request('http://site/api/auth/callback/credentials?x=1', { method: 'POST', headers, body })
}

test('a request is passed on unchanged', async () => {
  const read = await readAuthRequest(post('email=a&password=b', FORM_TYPE))

  expect(read.nextUrl.searchParams.get('x')).toBe('1')
  expect(read.headers.get('cookie')).toBe('a=b')
  expect(await read.text()).toBe('email=a&password=b')
  expect(await (await readAuthRequest(post('{"email":"a"}', JSON_TYPE))).json()).toEqual({ email: 'a' })
})

test.each([
  ['more than anybody types', 'x'.repeat(64 * 1024 + 1), FORM_TYPE],
  ['no JSON', '{bad', JSON_TYPE],
  ['a list', '[]', JSON_TYPE],
  ['nothing', 'null', JSON_TYPE],
])('%s is refused', async (_, body, type) => {
  await expect(readAuthRequest(post(body, type))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test.each([
  ['OAuthCallback', 'OAuthCallback'],
  ['%0d%0aset-cookie:x=y', null],
  ['%E2%82%AC', null],
])('an error called %s comes as %s', async (sent, name) => {
  const { nextUrl } = await readAuthRequest(new Request(`http://site/api/auth/error?error=${sent}`))

  expect(nextUrl.searchParams.get('error')).toBe(name)
})

test.each([
  '/api/auth/nothing',
  '/api/auth/sessions',
  '/api/auth/signinx/github',
  '/api/auth/_log',
  '/api/auth/callback/credentials',
])('there is nothing at %s', async (path) => {
  await expect(readAuthRequest(new Request(`http://site${path}`))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test.each([
  ['http://localhost:3000.evil.test/', null],
  ['nonsense', null],
  ['javascript:alert(1)', null],
  ['', null],
  ['/runs', '/runs'],
  ['http://site/runs', 'http://site/runs'],
])('a callback address of %j becomes %j, in the query and in the cookie', async (sent, address) => {
  const query = new URLSearchParams({ callbackUrl: sent })
  // next-auth also reads the address from this cookie.
  requestCookies.set('next-auth.callback-url', sent)
  const { nextUrl } = await readAuthRequest(new Request(`http://site/api/auth/session?${query}`))

  expect(nextUrl.searchParams.get('callbackUrl')).toBe(address)
  expect(requestCookies.get('next-auth.callback-url')).toBe(address ?? '')
})

test.each(['/api', '/api/nothing', '/api/oauth/nothing/here'])(
  '%s is not an endpoint and returns a standard error',
  async (path) => {
    for (const answer of [GET, POST]) {
      const response = await answer(new Request(`http://localhost${path}`, { method: 'POST' }))
      expect([response.status, await response.json()]).toEqual([
        404,
        {
          error: expect.objectContaining({ code: 'NOT_FOUND', message: `There is no endpoint at ${path}.` }),
        },
      ])
    }
  },
)
