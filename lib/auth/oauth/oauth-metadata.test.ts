import { expect, test } from 'vitest'
import { wwwAuthenticateHeader } from './oauth-metadata.ts'

const at = { origin: 'https://guildhall.example', resourcePath: '/mcp' }
const REST =
  'scope="read run write", resource_metadata="https://guildhall.example/.well-known/oauth-protected-resource/mcp"'

test.each([
  ['without a token, it names the authorization server', 401, false, `Bearer ${REST}`],
  ['with an invalid token, it names the error too', 401, true, `Bearer error="invalid_token", ${REST}`],
  [
    'with too few scopes, it lists the required ones',
    403,
    true,
    `Bearer error="insufficient_scope", ${REST}`,
  ],
  ['with a valid token, it is absent', 200, true, undefined],
])('%s', (_, status, hasToken, challenge) => {
  expect(wwwAuthenticateHeader({ ...at, status, hasToken })).toBe(challenge)
})

test.each([
  ['without a key, it asks for the scope “publish”', 401, false, 'Bearer scope="publish"'],
  [
    'with another key, it names the missing scope',
    403,
    true,
    'Bearer error="insufficient_scope", scope="publish"',
  ],
])(
  'where only a person’s key is of use, %s and names no authorization server',
  (_, status, hasToken, challenge) => {
    expect(wwwAuthenticateHeader({ ...at, status, hasToken, scopes: ['publish'] })).toBe(challenge)
  },
)
