/** Tokens are stored hashed; 256 random bits need no slow hash. */
import { createHash, randomBytes } from 'node:crypto'

export function makeSecretToken(prefix = ''): { token: string; tokenHash: string } {
  const token = prefix + randomBytes(32).toString('base64url')
  return { token, tokenHash: hashSecretToken(token) }
}

export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
