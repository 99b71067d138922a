import { expect, test } from 'vitest'
import { isKnownHost, isLoopbackOnly, requireKnownHost } from './require-known-host.ts'

// biome-ignore format: table
test.each([
  [{},                                                       true],
  [{ HOST: 'localhost', NEXTAUTH_URL: 'http://localhost:3000', TRUST_PROXY: '' }, true],
  [{ HOST: '::1' },                                          true],
  [{ HOST: '0.0.0.0' },                                      false],
  [{ HOST: '192.168.1.5' },                                  false],
  // In these cases a proxy here lets others through.
  [{ NEXTAUTH_URL: 'https://skills.example.org' },           false],
  [{ HOST: '127.0.0.1', TRUST_PROXY: '1' },                  false],
  [{ NEXTAUTH_URL: 'https://localhost.example.org' },        false],
  [{ NEXTAUTH_URL: 'nonsense' },                             false],
])('with %j only this machine reaches the site: %s', (settings, isSo) => {
  expect(isLoopbackOnly(settings)).toBe(isSo)
})

// biome-ignore format: table
test.each([
  ['localhost:3000', true], ['LocalHost', true], ['market.localhost:3000', true], ['127.0.0.1:3000', true], ['127.1:3000', true],
  ['[::1]:3000', true], [undefined, true],
  ['evil.example', false], ['evil.example:3000', false], ['localhost.evil.example', false], ['127.0.0.1.evil.example', false],
  ['10.0.0.1', false], ['', false], ['a b', false],
])('a site on this machine is called %s: %s', (host, isSo) => {
  expect(isKnownHost(host, {})).toBe(isSo)
  expect(isKnownHost(host, { NEXTAUTH_URL: 'https://skills.example.org' })).toBe(true)
})

test('a site on this machine refuses a request by another name, and a public site does not', () => {
  expect(() => requireKnownHost('evil.example', {})).toThrow(
    expect.objectContaining({ code: 'POLICY_DENIED' }),
  )
  expect(() => requireKnownHost('localhost:3000', {})).not.toThrow()
  expect(() => requireKnownHost('evil.example', { HOST: '0.0.0.0' })).not.toThrow()
})
