/** Beginning and ending a session in this browser. Floor 4; from server actions only. */
import 'server-only'
import { cookies } from 'next/headers'
import {
  cookieOptions,
  ORGANISATION_COOKIE,
  SESSION_SECONDS,
  type SessionClaims,
  sealSession,
  sessionCookieName,
} from './token.ts'

/** Signs this browser in. A session it may have had is replaced, so a planted one is of no use. */
export async function beginSession(claims: SessionClaims): Promise<void> {
  const jar = await cookies()
  jar.set(sessionCookieName(), await sealSession(claims), { ...cookieOptions(), maxAge: SESSION_SECONDS })
}

export async function endSession(): Promise<void> {
  const jar = await cookies()
  // Not `delete`: a browser lets go of a "__Secure-" cookie only when told with the same attributes.
  const gone = { ...cookieOptions(), maxAge: 0 }
  jar.set(sessionCookieName(), '', gone)
  jar.set(ORGANISATION_COOKIE, '', gone)
}
