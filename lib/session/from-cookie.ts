/**
 * From the browser's cookies to a Context. Floor 4; the only way for a page or a server action to get one.
 */
import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import type { Context } from '../context.ts'
import { database } from '../db/client.ts'
import { connectSandbox } from '../sandbox/sandbox-client.ts'
import { organisationIdFrom } from './active-organisation.ts'
import { ORGANISATION_COOKIE, sessionCookieName } from './token.ts'
import { type Session, sessionOf } from './viewer.ts'

/**
 * Who is calling, for this request. A visitor when there is no session, or when it was ended: the token's
 * version is compared with the person's on every request. The organisation acted for is the one the cookie
 * names if the person is a member of it, else their own.
 */
export async function contextFromCookie(door: Context['door'] = 'form'): Promise<Context> {
  const session = await sessionFromCookie()
  return { viewer: null, ...session, db: database(), sandbox: connectSandbox(), door }
}

// Layout, page and metadata of one request ask the same question; it is answered once.
const sessionFromCookie = cache(async (): Promise<Session | null> => {
  const jar = await cookies()
  const token = jar.get(sessionCookieName())?.value
  return sessionOf(database(), token, organisationIdFrom(jar.get(ORGANISATION_COOKIE)?.value))
})
