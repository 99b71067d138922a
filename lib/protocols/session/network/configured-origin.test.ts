// Identity tokens name the site they are for, so a caller must not be able to choose this site's origin.
import { afterEach, expect, test, vi } from 'vitest'
import { configuredOrigin } from './caller-address.ts'

afterEach(() => vi.unstubAllEnvs())

const asked = new Headers({ host: 'other-site.example' })

test('a public site has the address that its operator has set, or none', () => {
  vi.stubEnv('HOST', '0.0.0.0')
  vi.stubEnv('NEXTAUTH_URL', '')
  expect(() => configuredOrigin(asked)).toThrow(expect.objectContaining({ code: 'TOOL_NOT_AVAILABLE' }))

  vi.stubEnv('NEXTAUTH_URL', 'https://skills.example.org')
  expect(configuredOrigin(asked)).toBe('https://skills.example.org')
})

test('a site on loopback needs no setting: it refuses other names before', () => {
  vi.stubEnv('HOST', '')
  vi.stubEnv('NEXTAUTH_URL', '')
  vi.stubEnv('TRUST_PROXY', '')

  expect(configuredOrigin(new Headers({ host: 'localhost:3000' }))).toBe('http://localhost:3000')
})
