/** Known browsers have a separate limit for failed sign-ins, so that strangers cannot lock a person out. */
import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import type { KnownBrowser } from '../../../auth/enforce-rate-limit.ts'
import { cookieOptions, sessionSecret } from './session-token.ts'

const COOKIE = 'guildhall-browser'
const YEAR_SECONDS = 31_536_000
const MAX_ACCOUNTS = 5
/** Prevents using the cookie as a session token. */
const SALT = 'guildhall-browser'

type Claims = { id: string; accounts: string[] }

export async function knownBrowser(): Promise<KnownBrowser | undefined> {
  const claims = await openBrowserToken((await cookies()).get(COOKIE)?.value)
  return claims && { id: claims.id, knows: (email) => claims.accounts.includes(digest(email)) }
}

export async function rememberBrowser(email: string): Promise<void> {
  const jar = await cookies()
  const before = await openBrowserToken(jar.get(COOKIE)?.value)
  jar.set(COOKIE, await sealBrowserToken(before, email), { ...cookieOptions(), maxAge: YEAR_SECONDS })
}

export function sealBrowserToken(before: Claims | undefined, email: string): Promise<string> {
  const accounts = [...new Set([digest(email), ...(before?.accounts ?? [])])].slice(0, MAX_ACCOUNTS)
  const token = { sub: before?.id ?? randomUUID(), accounts }
  return encode({ token, secret: sessionSecret(), salt: SALT, maxAge: YEAR_SECONDS })
}

export async function openBrowserToken(token: string | undefined): Promise<Claims | undefined> {
  if (!token) return undefined
  const claims = await decode({ token, secret: sessionSecret(), salt: SALT }).catch(() => null)
  if (typeof claims?.sub !== 'string' || !Array.isArray(claims.accounts)) return undefined
  return { id: claims.sub, accounts: claims.accounts }
}

/** Hides the address from other people who use the computer. */
function digest(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url').slice(0, 22)
}
