import { expect, test } from 'vitest'
import { oidcProviders } from './oidc-settings.ts'

const ACME = { id: 'acme', name: 'Acme', issuer: 'https://login.acme.com', clientId: 'a', clientSecret: 'b' }

test('GUILDHALL_OIDC lists several providers, whose missing fields have defaults', () => {
  const list = oidcProviders(
    JSON.stringify([ACME, { ...ACME, id: 'other', groups: [{ group: 'ops', admin: true }] }]),
  )

  expect(list).toMatchObject([
    {
      id: 'acme',
      scope: 'openid email profile',
      groupsClaim: 'groups',
      groups: [],
      linkByEmail: false,
      verifiesEmail: false,
    },
    { id: 'other', groups: [{ group: 'ops', admin: true }] },
  ])
  expect(oidcProviders('')).toEqual([])
})

test.each([
  ['{', /not valid JSON/],
  ['{}', /the list/],
  [JSON.stringify([{ ...ACME, issuer: 'login' }]), /0\.issuer/],
  [JSON.stringify([{ ...ACME, id: 'Ac me' }]), /0\.id/],
  [JSON.stringify([ACME, ACME]), /unique/],
  [JSON.stringify([{ ...ACME, id: 'github' }]), /reserved/],
  [JSON.stringify([{ ...ACME, id: 'ticket' }]), /reserved/],
  [JSON.stringify([{ ...ACME, groups: [{ group: 'x' }] }]), /groups/],
  [JSON.stringify([{ ...ACME, secret: 'x' }]), /Unrecognized|unknown|key/i],
])('GUILDHALL_OIDC with the value %s is refused', (text, message) => {
  expect(() => oidcProviders(text)).toThrow(message)
})
