/**
 * Sealing: how one config value rests in the database.
 *
 * Floor 3, pure. AES-256-GCM twice: the value under a random data key of its own, that key under the master
 * key. Both are bound to the value's place, so bytes moved to another row do not open.
 *
 *   1 byte format · 12 iv · 32 wrapped data key · 16 tag · 12 iv · ciphertext · 16 tag
 *
 * Source: specification "Execution", Config and secrets.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MasterKey } from './master-key.ts'

/** Where a value belongs. */
export type SealedPlace = { organisationId: string; skillSetId: string; key: string }

/** The place of a webhook's secret, which belongs to no SkillSet. */
export function placeOfWebhook(organisationId: string, id: string): SealedPlace {
  return { organisationId, skillSetId: 'webhook', key: id }
}

const FORMAT = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const WRAPPED_BYTES = IV_BYTES + KEY_BYTES + TAG_BYTES

export function seal(master: MasterKey, place: SealedPlace, plain: string): Uint8Array<ArrayBuffer> {
  const dataKey = randomBytes(KEY_BYTES)
  const bound = boundTo(place)
  const parts = [
    Buffer.of(FORMAT),
    encrypt(master.key, dataKey, bound),
    encrypt(dataKey, Buffer.from(plain), bound),
  ]
  return new Uint8Array(Buffer.concat(parts))
}

/** Opens what `seal` made. Null when the key is another, or the bytes or their place were changed. */
export function unseal(master: MasterKey, place: SealedPlace, sealed: Uint8Array): string | null {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== FORMAT) return null
  const bound = boundTo(place)
  const dataKey = decrypt(master.key, bytes.subarray(1, 1 + WRAPPED_BYTES), bound)
  return dataKey && (decrypt(dataKey, bytes.subarray(1 + WRAPPED_BYTES), bound)?.toString('utf8') ?? null)
}

/**
 * The same value with its data key wrapped by `to`; its ciphertext is not touched. Null when `from` is not the key
 * that wrapped it, or the bytes or their place were changed.
 */
export function rewrap(
  from: MasterKey,
  to: MasterKey,
  place: SealedPlace,
  sealed: Uint8Array,
): Uint8Array<ArrayBuffer> | null {
  const bytes = Buffer.from(sealed)
  const bound = boundTo(place)
  if (unseal(from, place, sealed) === null) return null
  const dataKey = decrypt(from.key, bytes.subarray(1, 1 + WRAPPED_BYTES), bound)
  if (!dataKey) return null
  const parts = [Buffer.of(FORMAT), encrypt(to.key, dataKey, bound), bytes.subarray(1 + WRAPPED_BYTES)]
  return new Uint8Array(Buffer.concat(parts))
}

// JSON keeps the three apart whatever characters they hold.
function boundTo({ organisationId, skillSetId, key }: SealedPlace): Buffer {
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
    // GCM's one way to say that key, bytes or place are not the ones that sealed it.
    return null
  }
}
