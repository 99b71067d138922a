/** Creates people and sessions without a page, because other journeys test sign-up and sign-in. */
import type { BrowserContext } from '@playwright/test'
import { findUserByEmail, insertUser } from '#lib/accounts/rows/users.ts'
import { insertSession } from '#lib/auth/rows/session-rows.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import {
  cookieOptions,
  ORGANISATION_COOKIE,
  sealSession,
  sessionCookieName,
} from '#lib/protocols/session/cookies/session-token.ts'
import { cheapPasswordHash } from '#lib/testing/cheap-password-hash.ts'
import { configureSiteEnvironment } from './configure-site-environment.ts'

export const PASSWORD = 'correct horse battery'

export type Person = { email: string; name: string }

export async function makePerson(): Promise<Person> {
  configureSiteEnvironment()
  const person = { name: 'Wanda Newcomer', email: `${freshSlug('wanda')}@example.com` }
  const hashed = { ...person, passwordHash: await cheapPasswordHash(PASSWORD) }
  await database().$transaction((tx) => insertUser(tx, hashed))
  return person
}

/** Creates a session as signing in does. */
export async function beginSession(context: BrowserContext, email: string, url: string): Promise<void> {
  configureSiteEnvironment()
  const user = await findUserByEmail(database(), email)
  if (!user) throw new Error(`No user has the email ${email}.`)
  const id = crypto.randomUUID()
  const device = { userAgent: 'Journeys', address: '127.0.0.1' }
  await insertSession(database(), {
    id,
    userId: user.id,
    method: 'password',
    ...device,
    reauthenticatedAt: new Date(),
  })
  const value = await sealSession({ userId: user.id, sessionVersion: user.sessionVersion }, id)
  await context.addCookies([cookieOf(sessionCookieName(), value, url)])
}

/** Switches the organisation as the account menu does. */
export async function switchOrganisation(
  context: BrowserContext,
  organisationId: string,
  url: string,
): Promise<void> {
  await context.addCookies([cookieOf(ORGANISATION_COOKIE, organisationId, url)])
}

function cookieOf(name: string, value: string, url: string) {
  const { httpOnly, secure } = cookieOptions()
  return { name, value, url, httpOnly, secure, sameSite: 'Lax' as const }
}

/** Returns a unique name, valid as handle, slug and part of an email. */
export function freshSlug(word: string): string {
  return `${word}_${crypto.randomUUID().slice(0, 8)}`
}
