/**
 * Secrets that are shown once and kept as a hash: links to reset, to join, to share; API keys. Floor 1.
 *
 * 256 random bits need no slow hash: there is nothing to guess.
 */
import { createHash, randomBytes } from 'node:crypto'

/** The token to show, and the hash to keep. Safe in a URL. */
export function makeSecretToken(prefix = ''): { token: string; tokenHash: string } {
  const token = prefix + randomBytes(32).toString('base64url')
  return { token, tokenHash: hashSecretToken(token) }
}

export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
