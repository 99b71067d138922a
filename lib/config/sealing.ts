/**
 * Encrypts a value with a random data key, and that key with the master key, by AES-256-GCM (docs/spec/execution.md
 * §3). Both are bound to the location, so bytes in another row do not decrypt. Layout: 1 byte format · 12 iv · 32
 * wrapped data key · 16 tag · 12 iv · ciphertext · 16 tag
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MasterKey } from './master-key.ts'

export type SealedLocation = { organisationId: string; skillSetId: string; key: string }

export function webhookLocation(organisationId: string, id: string): SealedLocation {
  return { organisationId, skillSetId: 'webhook', key: id }
}

export function secretLocation(organisationId: string, id: string): SealedLocation {
  return { organisationId, skillSetId: 'secret', key: id }
}

/** A place for test settings of a draft, which no setting of an install can be moved to. */
export function testConfigOwner(organisationId: string, skillSetId: string) {
  return { organisationId, skillSetId: `test:${skillSetId}` }
}

/** `id` is "skillSetId/key". */
export function testConfigLocation(organisationId: string, id: string): SealedLocation {
  const [skillSetId = '', key = ''] = id.split('/')
  return { ...testConfigOwner(organisationId, skillSetId), key }
}

/** The site owns these secrets, not an organisation. */
export function providerLocation(_organisationId: string, slug: string): SealedLocation {
  return { organisationId: '', skillSetId: 'provider', key: slug }
}

/** A recording belongs to its SkillSet, not to an organisation. */
export function recordingLocation(_organisationId: string, id: string): SealedLocation {
  return { organisationId: '', skillSetId: 'recording', key: id }
}

/** What a run asked of the world, for replays. */
export function replayLocation(organisationId: string, runId: string): SealedLocation {
  return { organisationId, skillSetId: 'replay', key: runId }
}

export function totpLocation(userId: string): SealedLocation {
  return { organisationId: userId, skillSetId: 'totp', key: 'secret' }
}

const FORMAT = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const WRAPPED_BYTES = IV_BYTES + KEY_BYTES + TAG_BYTES

export function seal(master: MasterKey, location: SealedLocation, plain: string): Uint8Array<ArrayBuffer> {
  const dataKey = randomBytes(KEY_BYTES)
  const bound = boundTo(location)
  const parts = [
    Buffer.of(FORMAT),
    encrypt(master.key, dataKey, bound),
    encrypt(dataKey, Buffer.from(plain), bound),
  ]
  return new Uint8Array(Buffer.concat(parts))
}

/** Returns null if the key is wrong, or the bytes or location were changed. */
export function unseal(master: MasterKey, location: SealedLocation, sealed: Uint8Array): string | null {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== FORMAT) return null
  const bound = boundTo(location)
  const dataKey = decrypt(master.key, bytes.subarray(1, 1 + WRAPPED_BYTES), bound)
  return dataKey && (decrypt(dataKey, bytes.subarray(1 + WRAPPED_BYTES), bound)?.toString('utf8') ?? null)
}

/** Encrypts the data key with the current master key; the value itself is not touched. Returns null as `unseal`. */
export function rewrap(
  from: MasterKey,
  to: MasterKey,
  location: SealedLocation,
  sealed: Uint8Array,
): Uint8Array<ArrayBuffer> | null {
  const bytes = Buffer.from(sealed)
  const bound = boundTo(location)
  if (unseal(from, location, sealed) === null) return null
  const dataKey = decrypt(from.key, bytes.subarray(1, 1 + WRAPPED_BYTES), bound)
  if (!dataKey) return null
  const parts = [Buffer.of(FORMAT), encrypt(to.key, dataKey, bound), bytes.subarray(1 + WRAPPED_BYTES)]
  return new Uint8Array(Buffer.concat(parts))
}

// JSON keeps the parts apart: no two places have the same text.
function boundTo({ organisationId, skillSetId, key }: SealedLocation): Buffer {
  return Buffer.from(JSON.stringify([organisationId, skillSetId, key]))
}

function encrypt(key: Buffer, plain: Buffer, bound: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, text, cipher.getAuthTag()])
}

function decrypt(key: Buffer, bytes: Buffer, bound: Buffer): Buffer | null {
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(bound).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    // GCM does not distinguish a wrong key from changed bytes or location.
    return null
  }
}
