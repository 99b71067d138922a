import { expect, test } from 'vitest'
import { challengeOf } from './challenge.ts'

const at = { origin: 'https://guildhall.example', door: '/mcp' }
const REST =
  'scope="read run write", resource_metadata="https://guildhall.example/.well-known/oauth-protected-resource/mcp"'

test.each([
  ['who shows nothing hears where tokens are given', 401, false, `Bearer ${REST}`],
  [
    'who shows something that opens nothing hears that too',
    401,
    true,
    `Bearer error="invalid_token", ${REST}`,
  ],
  ['whose token is for less hears what there is', 403, true, `Bearer error="insufficient_scope", ${REST}`],
  ['who passes hears nothing', 200, true, undefined],
])('%s', (_, status, hasToken, challenge) => {
  expect(challengeOf({ ...at, status, hasToken })).toBe(challenge)
})
