/** People and their sessions, made without a page: signing up and in is what other journeys are about. */
import type { BrowserContext } from '@playwright/test'
import { database } from '#lib/db/client.ts'
import { findUserByEmail, insertUser } from '#lib/db/users.ts'
import { cookieOptions, ORGANISATION_COOKIE, sealSession, sessionCookieName } from '#lib/session/token.ts'
import { cheapHash } from '#lib/testing/cheap-hash.ts'
import { connectToSite } from './connect-to-site.ts'

/** Of everybody whom `makePerson` makes. */
export const PASSWORD = 'correct horse battery'

export type Person = { email: string; name: string }

/** Makes an account as the sign-up form does. */
export async function makePerson(): Promise<Person> {
  connectToSite()
  const person = { name: 'Wanda Newcomer', email: `${freshSlug('wanda')}@example.com` }
  const hashed = { ...person, passwordHash: await cheapHash(PASSWORD) }
  await database().$transaction((tx) => insertUser(tx, hashed))
  return person
}

/** Gives the browser a session of the person with this email, as signing in does. */
export async function beginSession(context: BrowserContext, email: string, url: string): Promise<void> {
  connectToSite()
  const user = await findUserByEmail(database(), email)
  if (!user) throw new Error(`Nobody has the email ${email}.`)
  const value = await sealSession({ userId: user.id, sessionVersion: user.sessionVersion })
  await context.addCookies([cookieOf(sessionCookieName(), value, url)])
}

/** Acts for one of the organisations of whoever is signed in, as choosing it in the account menu does. */
export async function actFor(context: BrowserContext, organisationId: string, url: string): Promise<void> {
  await context.addCookies([cookieOf(ORGANISATION_COOKIE, organisationId, url)])
}

function cookieOf(name: string, value: string, url: string) {
  const { httpOnly, secure } = cookieOptions()
  return { name, value, url, httpOnly, secure, sameSite: 'Lax' as const }
}

/** A name nobody has yet, fit for a handle, a slug or an email. */
export function freshSlug(word: string): string {
  return `${word}_${crypto.randomUUID().slice(0, 8)}`
}
