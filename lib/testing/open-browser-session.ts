import { insertSession } from '../auth/rows/session-rows.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { sealSession, sessionCookieName } from '../protocols/session/cookies/session-token.ts'
import { requestCookies } from './fake-next-headers.ts'

/** Gives the browser of a test a session, as signing in does. Returns its token. */
export async function openBrowserSession(userId: string, reauthenticatedAt = new Date()): Promise<string> {
  const id = crypto.randomUUID()
  const device = { userAgent: '', address: '' }
  await insertSession(database(), { id, userId, method: 'password', reauthenticatedAt, ...device })
  const token = await sealSession({ userId, sessionVersion: 0 }, id)
  requestCookies.set(sessionCookieName(), token)
  return token
}
