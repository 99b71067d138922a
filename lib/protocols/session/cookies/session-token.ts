/** next-auth's encrypted JWT, so that its routes and ours share sessions. */
import { decode, encode, type JWT } from 'next-auth/jwt'

const DAY_SECONDS = 86_400
export const SESSION_SECONDS = 30 * DAY_SECONDS

export const ORGANISATION_COOKIE = 'guildhall-org'

/** `sessionId` outlives renewals; signing out revokes it. */
type SessionClaims = { userId: string; sessionVersion: number; sessionId: string }
export type NewSession = Omit<SessionClaims, 'sessionId'>

/** True if https requires secure cookies. */
export function isSecure(): boolean {
  return process.env.NEXTAUTH_URL?.startsWith('https://') ?? false
}

export function sessionCookieName(): string {
  return isSecure() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}

export function cookieOptions() {
  return { httpOnly: true, sameSite: 'lax', secure: isSecure(), path: '/' } as const
}

export function sealSession(
  { userId, sessionVersion }: NewSession,
  sid = crypto.randomUUID(),
): Promise<string> {
  const token = { sub: userId, sessionVersion, sid }
  return encode({ token, secret: sessionSecret(), maxAge: SESSION_SECONDS })
}

export async function openSession(token: string | undefined): Promise<SessionClaims | null> {
  if (!token) return null
  return claimsOf(await decode({ token, secret: sessionSecret() }).catch(() => null))
}

export function claimsOf(claims: JWT | null): SessionClaims | null {
  // Older tokens lack `sid`.
  const sessionId = claims?.sid ?? claims?.jti
  if (typeof claims?.sub !== 'string' || typeof claims.sessionVersion !== 'number') return null
  if (typeof sessionId !== 'string') return null
  return { userId: claims.sub, sessionVersion: claims.sessionVersion, sessionId }
}

export function sessionSecret(): string {
  const { NEXTAUTH_SECRET } = process.env
  // `npm start` generates it.
  if (!NEXTAUTH_SECRET) throw new Error('NEXTAUTH_SECRET is not set')
  return NEXTAUTH_SECRET
}
