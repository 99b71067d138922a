/**
 * Passwords, kept as scrypt hashes: `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`.
 *
 * Floor 3, pure but for the work itself. The cost stands in the hash, so it can be raised without locking
 * anyone out.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

type Cost = { logN: number; r: number; p: number }

// OWASP "Password Storage Cheat Sheet": N=2^15, r=8, p=3 equals its first choice in work, at 32 MB.
const COST: Cost = { logN: 15, r: 8, p: 3 }
const KEY_BYTES = 32
const SALT_BYTES = 16
const HASH = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w+/=]+)\$([\w+/=]+)$/

/** What unknown people's passwords are compared with, so that "no such person" takes as long as "wrong". */
const NOBODY = `scrypt$${COST.logN}$${COST.r}$${COST.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Whether `password` made `stored`. False, after the same work, when there is no hash to compare with. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, logN, r, p, salt, key] = HASH.exec(stored ?? '') ?? HASH.exec(NOBODY)!
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt!, 'base64'), cost)
  const matches = timingSafeEqual(derived, Buffer.from(key!, 'base64'))
  return matches && Boolean(stored)
}

function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN
  // Node's default of 32 MB is just too small for 128 · N · r.
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    // The same word typed on two keyboards may differ in its code points.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
