/** `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`: the hash contains its cost, which can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { PASSWORD_COST as COST, type PasswordCost } from './password-cost.ts'

const KEY_BYTES = 32
const SALT_BYTES = 16
const HASH = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w+/=]+)\$([\w+/=]+)$/

/**
 * Checked for an unknown address, which must take as long as a wrong password, so that nobody learns which addresses
 * exist.
 */
const ABSENT_USER_HASH = `scrypt$${COST.logN}$${COST.r}$${COST.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

export async function hashPassword(password: string, cost: PasswordCost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
}

export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, logN, r, p, salt, key] = HASH.exec(stored ?? '') ?? HASH.exec(ABSENT_USER_HASH)!
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt!, 'base64'), cost)
  const matches = timingSafeEqual(derived, Buffer.from(key!, 'base64'))
  return matches && Boolean(stored)
}

function derive(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** logN
  // scrypt needs a little more than 128 · N · r bytes, which is Node's default of 32 MB.
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    // The same character has different code points on different keyboards, such as “é”.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

const MIN_PASSWORD_CHARS = 10

const MAX_PASSWORD_CHARS = 256

// RFC 5321 §4.5.3.1.3 allows 256 octets including the angle brackets.
const MAX_EMAIL_CHARS = 254

export const emailField = z
  .string('Enter your email address.')
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_CHARS, 'This email address is too long.')
  .pipe(z.email('Enter an email address such as ada@example.com.'))

export const newPasswordField = z
  .string('Choose a password.')
  // One message for one mistake.
  .min(1, { error: 'Choose a password.', abort: true })
  .min(MIN_PASSWORD_CHARS, { error: `Use at least ${MIN_PASSWORD_CHARS} characters.`, abort: true })
  .max(MAX_PASSWORD_CHARS, `Use at most ${MAX_PASSWORD_CHARS} characters.`)
  .regex(
    /[^\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u,
    'A password cannot consist of spaces only.',
  )

export const passwordField = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(MAX_PASSWORD_CHARS, `Use at most ${MAX_PASSWORD_CHARS} characters.`)
