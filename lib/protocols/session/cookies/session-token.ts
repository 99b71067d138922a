/** The token in next-auth's session cookie: an encrypted JWT with three claims. */
import { decode, encode, type JWT } from 'next-auth/jwt'

const DAY_SECONDS = 86_400
export const SESSION_SECONDS = 30 * DAY_SECONDS

export const ORGANISATION_COOKIE = 'guildhall-org'

/** The claims of a session. `sessionId` outlives renewals and is revoked by signing out. */
export type SessionClaims = { userId: string; sessionVersion: number; sessionId: string }
type NewSession = Omit<SessionClaims, 'sessionId'>

/** Tells whether cookies must be secure, because the site has an https address. */
export function isSecure(): boolean {
  return process.env.NEXTAUTH_URL?.startsWith('https://') ?? false
}

export function sessionCookieName(): string {
  return isSecure() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}

/** The attributes that next-auth gives its own cookies. */
export function cookieOptions() {
  return { httpOnly: true, sameSite: 'lax', secure: isSecure(), path: '/' } as const
}

export function sealSession(
  { userId, sessionVersion }: NewSession,
  sid = crypto.randomUUID() as string,
): Promise<string> {
  const token = { sub: userId, sessionVersion, sid }
  return encode({ token, secret: sessionSecret(), maxAge: SESSION_SECONDS })
}

/** Returns null for a token that is forged, expired or incomplete. Does not know whether it was revoked. */
export async function openSession(token: string | undefined): Promise<SessionClaims | null> {
  if (!token) return null
  return claimsOf(await decode({ token, secret: sessionSecret() }).catch(() => null))
}

export function claimsOf(token: JWT | null | undefined): SessionClaims | null {
  // Tokens from before sessions had ids lack `sid`.
  const sessionId = token?.sid ?? token?.jti
  if (typeof token?.sub !== 'string' || typeof token.sessionVersion !== 'number') return null
  if (typeof sessionId !== 'string') return null
  return { userId: token.sub, sessionVersion: token.sessionVersion, sessionId }
}

export function sessionSecret(): string {
  const { NEXTAUTH_SECRET } = process.env
  // Always set, because `npm start` generates it.
  if (!NEXTAUTH_SECRET) throw new Error('NEXTAUTH_SECRET is not set')
  return NEXTAUTH_SECRET
}
