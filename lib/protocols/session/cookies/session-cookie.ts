/** Only server actions can set cookies. */
import 'server-only'
import { cookies } from 'next/headers'
import { revokeSession } from '../../../accounts/sign-in.ts'
import { insertSession } from '../../../auth/rows/session-rows.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { deviceOfRequest } from '../network/caller-address.ts'
import {
  cookieOptions,
  type NewSession,
  ORGANISATION_COOKIE,
  openSession,
  SESSION_SECONDS,
  sealSession,
  sessionCookieName,
} from './session-token.ts'

/** "password", "totp", "passkey", or an external provider's id. */
export type SignInMethod = string

/** Revokes an existing session, which prevents session fixation. */
export async function beginSession(claims: NewSession, method: SignInMethod): Promise<void> {
  const jar = await cookies()
  const id = crypto.randomUUID()
  await recordSession({ id, userId: claims.userId, method })
  const before = await openSession(jar.get(sessionCookieName())?.value)
  if (before) await revokeSession({ db: database(), ...before })
  jar.set(sessionCookieName(), await sealSession(claims, id), { ...cookieOptions(), maxAge: SESSION_SECONDS })
}

export async function recordSession(session: {
  id: string
  userId: string
  method: SignInMethod
}): Promise<void> {
  await insertSession(database(), { ...session, ...(await deviceOfRequest()), presentAt: new Date() })
}

export async function clearSessionCookies(): Promise<void> {
  const jar = await cookies()
  // `delete` does not match the attributes of a "__Secure-" cookie.
  const gone = { ...cookieOptions(), maxAge: 0 }
  jar.set(sessionCookieName(), '', gone)
  jar.set(ORGANISATION_COOKIE, '', gone)
}

const YEAR_SECONDS = 31_536_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Every request checks the membership. */
export function organisationIdFrom(cookie: string | undefined): string | undefined {
  return cookie && UUID.test(cookie) ? cookie : undefined
}

export async function selectOrganisation(organisationId: string): Promise<void> {
  const jar = await cookies()
  jar.set(ORGANISATION_COOKIE, organisationId, { ...cookieOptions(), maxAge: YEAR_SECONDS })
}
