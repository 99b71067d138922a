/** Starts and ends sessions. For server actions only. */
import 'server-only'
import { cookies } from 'next/headers'
import { revokeSession } from '../../accounts/sign-in.ts'
import { database } from '../../db/core/prisma-client.ts'
import {
  cookieOptions,
  type NewSession,
  ORGANISATION_COOKIE,
  openSession,
  SESSION_SECONDS,
  sealSession,
  sessionCookieName,
} from './session-token.ts'

/** Replaces and revokes an existing session, which prevents session fixation. */
export async function beginSession(claims: NewSession): Promise<void> {
  const jar = await cookies()
  const before = await openSession(jar.get(sessionCookieName())?.value)
  if (before) await revokeSession({ db: database(), ...before })
  jar.set(sessionCookieName(), await sealSession(claims), { ...cookieOptions(), maxAge: SESSION_SECONDS })
}

export async function clearSessionCookies(): Promise<void> {
  const jar = await cookies()
  // Not `delete`: browsers remove a "__Secure-" cookie only if the attributes match.
  const gone = { ...cookieOptions(), maxAge: 0 }
  jar.set(sessionCookieName(), '', gone)
  jar.set(ORGANISATION_COOKIE, '', gone)
}

const YEAR_SECONDS = 31_536_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The cookie proves nothing: membership is checked on every request. */
export function organisationIdFrom(cookie: string | undefined): string | undefined {
  return cookie && UUID.test(cookie) ? cookie : undefined
}

export async function selectOrganisation(organisationId: string): Promise<void> {
  const jar = await cookies()
  jar.set(ORGANISATION_COOKIE, organisationId, { ...cookieOptions(), maxAge: YEAR_SECONDS })
}
