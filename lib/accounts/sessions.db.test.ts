// Tests the list of sessions and connected programs, and ending one of them.
import { afterEach, expect, test } from 'vitest'
import { insertApiKey } from '../auth/rows/api-keys.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFromCookie } from '../protocols/session/context/context-from-request.ts'
import { signInAs } from '../protocols/session/next-auth/sign-in.ts'
import { contextFor, freshName, makeUser, type TestUser } from '../testing/factories.ts'
import { clearRequest, requestCookies, requestHeaders } from '../testing/fake-next-headers.ts'
import { signOutEverywhere } from './profile.ts'
import { endSession, listConnections, listSessions, revokeConnection } from './sessions.ts'

const db = database()
process.env.NEXTAUTH_SECRET ??= 'a secret of tests'
afterEach(clearRequest)

async function signIn(user: TestUser, userAgent: string): Promise<string> {
  clearRequest()
  requestHeaders.set('user-agent', userAgent)
  await signInAs({ ...user, method: 'password' })
  return requestCookies.get('next-auth.session-token')!
}

test('each browser has its own session, and ending one leaves the other', async () => {
  const user = await makeUser()
  const phone = await signIn(user, 'Mozilla/5.0 (iPhone) Safari/604')
  await signIn(user, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0')
  const ctx = await contextFromCookie()

  const sessions = await listSessions(ctx)
  expect(sessions.map(({ device, isThis }) => [device, isThis]).sort()).toEqual([
    ['Firefox on Linux', true],
    ['Safari on iPhone', false],
  ])
  await endSession(ctx, sessions.find(({ isThis }) => !isThis)!.id)

  requestCookies.set('next-auth.session-token', phone)
  expect((await contextFromCookie()).viewer).toBeNull()
  expect(await listSessions(ctx)).toHaveLength(1)
})

test('ending another person’s session is refused as not found', async () => {
  const [user, stranger] = [await makeUser(), await makeUser()]
  await signIn(user, 'Firefox/1')
  const [session] = await listSessions(await contextFromCookie())

  await expect(endSession(await contextFor(stranger), session!.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(endSession(await contextFor(stranger), { bad: true })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('signing out everywhere empties the list of sessions', async () => {
  const user = await makeUser()
  await signIn(user, 'Firefox/1')
  const ctx = await contextFromCookie()

  await signOutEverywhere(ctx)

  expect(await listSessions(ctx)).toEqual([])
})

test('keys of every organisation are listed, and only their person revokes them', async () => {
  const [user, stranger] = [await makeUser(), await makeUser()]
  const made = {
    organisationId: user.organisation.id,
    userId: user.id,
    name: 'Laptop',
    prefix: 'gh_',
    scopes: [],
  }
  const id = await insertApiKey(db, { ...made, hash: freshName('hash'), expiresAt: null })
  const ctx = await contextFor(user)
  expect(await listConnections(ctx)).toMatchObject([{ id, name: 'Laptop', isApp: false }])

  await expect(revokeConnection(await contextFor(stranger), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await revokeConnection(ctx, id)

  expect(await listConnections(ctx)).toEqual([])
})
