// Tests what signing out and a new password revoke, and that nothing revoked gives access again.
import { encode } from 'next-auth/jwt'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createKey } from '../auth/manage-api-keys.ts'
import { isLiveAccess } from '../auth/rows/live-access.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { setNoticeWebhook } from '../notices/webhooks/notice-webhook.ts'
import { contextFromKey } from '../protocols/session/context/context-from-key.ts'
import { findSession } from '../protocols/session/context/session-viewer.ts'
import { sealSession } from '../protocols/session/cookies/session-token.ts'
import { authOptions } from '../protocols/session/next-auth/auth-options.ts'
import { cheapPasswordHash } from '../testing/cheap-password-hash.ts'
import { contextFor, freshName, makeUser, visitor } from '../testing/factories.ts'
import { changePassword, signOutEverywhere } from './profile.ts'
import { makeResetLink, resetPassword } from './reset-password.ts'
import { revokeSession, sweepExpiredSessions } from './sign-in.ts'

const db = database()
const SECRET = 'a secret of these tests'
const PASSWORD = 'correct horse battery'

beforeAll(() => {
  process.env.NEXTAUTH_SECRET = SECRET
})

const signIn = (userId: string) => sealSession({ userId, sessionVersion: 0 })

const decodeToken = (token: string) => authOptions().jwt!.decode!({ token, secret: SECRET })

test('a copy of the token is useless after its person signed out, and their other session continues', async () => {
  const { id } = await makeUser()
  const [here, there] = [await signIn(id), await signIn(id)]
  const session = await findSession(db, here)

  await revokeSession({ db, ...session })

  expect(await findSession(db, here)).toBeNull()
  expect(await decodeToken(here)).toBeNull()
  expect(await isLiveAccess(db, session!)).toBe(false)
  expect(await findSession(db, there)).toMatchObject({ viewer: { userId: id } })
})

test('signing out by next-auth’s own route revokes the session too', async () => {
  const token = await signIn((await makeUser()).id)

  await authOptions().events!.signOut!({ token: (await decodeToken(token))!, session: null as never })

  expect(await findSession(db, token)).toBeNull()
})

test('a token renewed by next-auth keeps its session, even one from before sessions had ids', async () => {
  const { id } = await makeUser()
  const old = await encode({ token: { sub: id, sessionVersion: 0 }, secret: SECRET })
  const session = await findSession(db, old)

  const renewed = await authOptions().jwt!.encode!({ token: (await decodeToken(old))!, secret: SECRET })
  expect((await findSession(db, renewed))?.sessionId).toBe(session?.sessionId)

  await revokeSession({ db, ...session })
  expect(await findSession(db, renewed)).toBeNull()
})

test('signing out twice is signing out once, and visitors have nothing to end', async () => {
  const session = await findSession(db, await signIn((await makeUser()).id))

  await revokeSession({ db, ...session })
  await revokeSession({ db, ...session })
  await revokeSession({ db })

  expect(await db.revokedSession.count({ where: { id: session!.sessionId } })).toBe(1)
})

test('a revoked session is stored only until its tokens expire by themselves', async () => {
  const [old, recent] = [freshName('session'), freshName('session')]
  const expiresAt = new Date(Date.now() - 1)
  await db.revokedSession.create({ data: { id: old, expiresAt } })
  await revokeSession({ db, sessionId: recent })

  await sweepExpiredSessions({ db })

  expect(await db.revokedSession.findMany({ where: { id: { in: [old, recent] } } })).toMatchObject([
    { id: recent },
  ])
})

async function makeKeyHolder() {
  const user = await makeUser({ passwordHash: await cheapPasswordHash(PASSWORD) })
  const ctx = await contextFor(user)
  const { key } = await createKey(ctx, { name: 'Agent', scopes: ['read'], expiresInDays: null })
  const headers = { authorization: `Bearer ${key}` }
  const call = () => contextFromKey(new Request('http://localhost/', { headers }), ['read'])
  return { user, ctx, call }
}

let holder: Awaited<ReturnType<typeof makeKeyHolder>>
beforeEach(async () => {
  holder = await makeKeyHolder()
})

const change = { current: PASSWORD, password: 'another long password' }

test('API keys outlive a new password and a sign-out everywhere, unless their person wants them gone', async () => {
  await changePassword(holder.ctx, change)
  const countWebhooks = await noticeWebhook()
  await signOutEverywhere(holder.ctx)

  expect(await countWebhooks()).toBe(1)
  await expect(holder.call()).resolves.toMatchObject({ viewer: { userId: holder.user.id } })
})

/** Sets a webhook, as a thief might. Resolves with a function that counts it. */
const noticeWebhook = async () => {
  await setNoticeWebhook(holder.ctx, { url: 'https://example.com/notices' })
  return () => db.webhook.count({ where: { noticesOfId: holder.user.id } })
}

test.each([
  ['a new password', () => changePassword(holder.ctx, { ...change, revokesKeys: true })],
  ['a sign-out everywhere', () => signOutEverywhere(holder.ctx, { revokesKeys: true })],
])('with %s they are revoked on request, and the webhook for notices removed', async (_, act) => {
  const countWebhooks = await noticeWebhook()
  await act()

  expect(await countWebhooks()).toBe(0)

  await expect(holder.call()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  const line = { actorId: holder.user.id, action: 'key.revoke_all' }
  expect(await db.auditEvent.count({ where: line })).toBe(1)
})

test('a reset link revokes them, and the codes that programs have not exchanged, without being asked', async () => {
  const { id: userId, organisation } = holder.user
  const clientId = freshName('app')
  await db.oAuthClient.create({
    data: { id: clientId, name: 'Deskpad', redirectUris: ['http://localhost/cb'] },
  })
  const about = {
    clientId,
    userId,
    organisationId: organisation.id,
    scopes: ['read'],
    redirectUri: 'http://localhost/cb',
  }
  const expiresAt = new Date(Date.now() + 60_000)
  await db.oAuthCode.create({
    data: { ...about, codeHash: freshName('code'), codeChallenge: 'c', expiresAt },
  })
  const countWebhooks = await noticeWebhook()
  const { path } = await makeResetLink({ ...visitor(), channel: 'system' }, holder.user.email)

  const given = { token: path.split('/').at(-1), password: change.password }
  const { revokedKeys } = await resetPassword(visitor(), given, freshName('address'))

  expect(revokedKeys).toBe(2)
  expect(await countWebhooks()).toBe(0)
  await expect(holder.call()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await db.oAuthCode.count({ where: { userId } })).toBe(0)
})
