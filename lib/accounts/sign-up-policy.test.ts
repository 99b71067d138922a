import { expect, test } from 'vitest'
import type { SignUpPolicy } from '../settings/setting-table.ts'
import { signUpError } from './sign-up-policy.ts'

// biome-ignore format: table
test.each<[SignUpPolicy, string[], string, boolean, boolean]>([
  ['open',       [],           'a@else.org',     false, true],
  ['open',       ['acme.com'], 'a@acme.com',     false, true],
  ['open',       ['acme.com'], 'a@else.org',     false, false],
  ['open',       ['acme.com'], 'a@sub.acme.com', false, false],
  ['open',       ['acme.com'], 'a@else.org',     true,  true],
  ['invitation', [],           'a@else.org',     false, false],
  ['invitation', [],           'a@else.org',     true,  true],
  ['invitation', ['acme.com'], 'a@ACME.com',     false, true],
  ['closed',     ['acme.com'], 'a@acme.com',     true,  false],
])('with sign-up %s and the domains %j, %s (invited: %s) can create an account: %s', (policy, domains, email, isInvited, can) => {
  expect(signUpError({ email, isInvited }, { policy, domains }) === undefined).toBe(can)
})
