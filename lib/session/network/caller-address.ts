import 'server-only'
import { cookies, headers } from 'next/headers'
import { enforceRateLimit, RATE_LIMITS } from '../../accounts/enforce-rate-limit.ts'
import { database } from '../../db/core/prisma-client.ts'
import { openSession, sessionCookieName } from '../cookies/session-token.ts'
import { addressFrom } from './address-from.ts'

/** For rate limits only; it proves nothing. */
export async function callerAddress(): Promise<string> {
  return addressFrom((await headers()).get('x-forwarded-for'))
}

/**
 * By person or, for visitors, by address; costly actions have a second, lower limit. Throws
 * RATE_LIMIT_EXCEEDED. The action itself must check that the session is valid.
 */
export async function limitActionRate({ isCostly }: { isCostly: boolean }): Promise<void> {
  const db = database()
  const session = await openSession((await cookies()).get(sessionCookieName())?.value)
  if (!session) return enforceRateLimit(db, RATE_LIMITS.actionByAddress, await callerAddress())
  await enforceRateLimit(db, RATE_LIMITS.actionByPerson, session.userId)
  if (isCostly) await enforceRateLimit(db, RATE_LIMITS.costlyByPerson, session.userId)
}

/**
 * Returns the origin for absolute URLs: NEXTAUTH_URL's if set, else the request's host. A forged host affects only the
 * caller's own response.
 */
export function publicOrigin(headers: Headers): string {
  const set = process.env.NEXTAUTH_URL
  if (set && URL.canParse(set)) return new URL(set).origin
  const hostUrl = `http://${headers.get('host') ?? 'localhost'}`
  return URL.canParse(hostUrl) ? new URL(hostUrl).origin : 'http://localhost'
}
