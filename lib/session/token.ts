/**
 * The session token: which person, and which of their session versions. Floor 4.
 *
 * It is next-auth's own encrypted JWT in next-auth's own cookie, so that its routes and ours read the same one.
 * A token whose version is not the person's current one is refused (`from-cookie.ts`).
 */
import { decode, encode } from 'next-auth/jwt'

const DAY_SECONDS = 86_400
export const SESSION_SECONDS = 30 * DAY_SECONDS

/** The cookie that says for which organisation somebody acts. */
export const ORGANISATION_COOKIE = 'guildhall-org'

export type SessionClaims = { userId: string; sessionVersion: number }

/** True when the public address is https: then no cookie travels without it. */
export function isSecure(): boolean {
  return process.env.NEXTAUTH_URL?.startsWith('https://') ?? false
}

export function sessionCookieName(): string {
  return isSecure() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}

/** How every cookie that matters is kept: from scripts, from other sites, and from plain http. */
export function cookieOptions() {
  return { httpOnly: true, sameSite: 'lax', secure: isSecure(), path: '/' } as const
}

export function sealSession({ userId, sessionVersion }: SessionClaims): Promise<string> {
  return encode({ token: { sub: userId, sessionVersion }, secret: secret(), maxAge: SESSION_SECONDS })
}

/** What the token says; null when it is not ours, has expired, or lacks a claim. */
export async function openSession(token: string | undefined): Promise<SessionClaims | null> {
  if (!token) return null
  const claims = await decode({ token, secret: secret() }).catch(() => null)
  if (typeof claims?.sub !== 'string' || typeof claims.sessionVersion !== 'number') return null
  return { userId: claims.sub, sessionVersion: claims.sessionVersion }
}

function secret(): string {
  const { NEXTAUTH_SECRET } = process.env
  // `npm start` makes one and keeps it in the data folder.
  if (!NEXTAUTH_SECRET) throw new Error('NEXTAUTH_SECRET is not set')
  return NEXTAUTH_SECRET
}
