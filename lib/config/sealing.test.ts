import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { masterKey, parseMasterKey } from './master-key.ts'
import { seal, unseal } from './sealing.ts'

const master = parseMasterKey(randomBytes(32).toString('base64'))
const location = { organisationId: 'org-1', skillSetId: 'set-1', key: 'api_key' }

afterEach(() => vi.unstubAllEnvs())

test.each(['', 'sk_live_0123456789', '密钥 🔑', '\u0000', 'x'.repeat(100_000)])(
  'a sealed value opens unchanged: %#',
  (plain) => {
    expect(unseal(master, location, seal(master, location, plain))).toBe(plain)
  },
)

test('sealing a value twice gives two ciphertexts, and neither contains the value', () => {
  const [one, two] = [
    seal(master, location, 'sk_live_0123456789'),
    seal(master, location, 'sk_live_0123456789'),
  ]

  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false)
  expect(Buffer.from(one).includes('sk_live')).toBe(false)
})

test('a sealed value does not open with another master key', () => {
  const other = parseMasterKey(randomBytes(32).toString('base64'))

  expect(unseal(other, location, seal(master, location, 'secret'))).toBeNull()
  expect(other.id).not.toBe(master.id)
})

test('a sealed value with any single byte changed does not open', () => {
  const sealed = seal(master, location, 'secret')

  for (let at = 0; at < sealed.length; at++) {
    const tampered = Uint8Array.from(sealed)
    tampered[at]! ^= 1
    expect(unseal(master, location, tampered)).toBeNull()
  }
})

test.each([0, 1, 60, 61, 88])('%i bytes are not a sealed value', (length) => {
  expect(unseal(master, location, seal(master, location, 'secret').subarray(0, length))).toBeNull()
})

test.each([
  { ...location, organisationId: 'org-2' },
  { ...location, skillSetId: 'set-2' },
  { ...location, key: 'other_key' },
])('ciphertext moved to another owner cannot be decrypted: $organisationId $skillSetId $key', (elsewhere) => {
  expect(unseal(master, elsewhere, seal(master, location, 'secret'))).toBeNull()
})

test('the master key file is created once, readable by its owner only', () => {
  vi.stubEnv('GUILDHALL_MASTER_KEY', undefined)
  vi.stubEnv('GUILDHALL_DATA_DIR', mkdtempSync(path.join(tmpdir(), 'guildhall-key-')))
  const file = path.join(process.env.GUILDHALL_DATA_DIR!, 'master.key')

  const made = masterKey()

  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(parseMasterKey(readFileSync(file, 'utf8')).id).toBe(made.id)
  expect(masterKey()).toEqual(made)
})

test('a master key from the environment comes before the file', () => {
  const text = randomBytes(32).toString('base64')
  vi.stubEnv('GUILDHALL_MASTER_KEY', text)

  expect(masterKey().id).toBe(parseMasterKey(text).id)
})

test('a master key of the wrong length is refused', () => {
  expect(() => parseMasterKey('c2hvcnQ=')).toThrow('32 bytes')
})
