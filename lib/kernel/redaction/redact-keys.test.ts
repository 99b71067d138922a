import { expect, test } from 'vitest'
import { withoutKeys } from './redact.ts'

const TOKEN = 'Xq3_mZ0-aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX'

test.each([
  [`no key gh_${TOKEN}.`, 'no key gh_[redacted].'],
  [`{"refresh_token":"gh_rt_${TOKEN}"}`, '{"refresh_token":"gh_[redacted]"}'],
  ['authorization: Bearer abc.def-ghi', 'authorization: Bearer [redacted]'],
  ['basic dXNlcjpwYXNzd29yZA==', 'basic [redacted]'],
  ['next-auth.session-token=ey.J0; theme=dark', 'next-auth.session-token=[redacted]; theme=dark'],
  ['__Secure-next-auth.session-token.1=eyJ0', '__Secure-next-auth.session-token.1=[redacted]'],
  ['connect postgres://me:p@ss:w@db.example:5432/x', 'connect postgres://me:[redacted]@db.example:5432/x'],
  ['redis://:hunter2@cache', 'redis://:[redacted]@cache'],
])('%s is logged without credentials', (text, logged) => expect(withoutKeys(text)).toBe(logged))

test.each([
  'Error: gh_short is not a key\n    at file:///srv/app/lib/x.ts:12:5',
  'https://api.example.com:8443/v1/users/me@example.com',
  'GET http://localhost:3000/@scope/name',
  'The bearer of this is unknown.',
])('%s is logged unchanged', (text) => expect(withoutKeys(text)).toBe(text))
