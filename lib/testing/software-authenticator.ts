/** A passkey authenticator in software (WebAuthn Level 3 §6), for tests without a browser. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

export function makeAuthenticator(origin: string, { verifies = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const rpIdHash = sha256(new URL(origin).hostname)
  const flags = PRESENT | (verifies ? VERIFIED : 0)

  function authenticatorData(extra: number, ...parts: Uint8Array[]): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter++)
    return Buffer.concat([rpIdHash, Buffer.of(flags | extra), count, ...parts])
  }

  function clientData(type: string, challenge: string): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }

  function coseKey(): Uint8Array {
    const { x, y } = publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ])
    return isoCBOR.encode(key)
  }

  const shared = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }

  return {
    register({ challenge }: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const authData = authenticatorData(HAS_CREDENTIAL, Buffer.alloc(16), idLength, id, coseKey())
      const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...shared,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      }
    },

    authenticate({
      challenge,
    }: Pick<PublicKeyCredentialRequestOptionsJSON, 'challenge'>): AuthenticationResponseJSON {
      const authData = authenticatorData(0)
      const clientDataJSON = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey)
      return {
        ...shared,
        response: {
          authenticatorData: base64url(authData),
          clientDataJSON: base64url(clientDataJSON),
          signature: base64url(signature),
        },
      }
    },
  }
}
