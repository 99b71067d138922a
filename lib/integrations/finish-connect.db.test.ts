import { describe, expect, test } from 'vitest'
import { GET } from '#app/api/integrations/callback/route.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { sealSession, sessionCookieName } from '../protocols/session/cookies/session-token.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { clearRequest, requestCookies } from '../testing/fake-next-headers.ts'
import { refusalOf } from '../testing/integration-setup.ts'
import { setUpOAuthProvider } from '../testing/setup/accounts/connected-account.ts'
import { CALLBACK_URL } from '../testing/start-oauth-provider.ts'
import { finishConnect } from './finish-connect.ts'
import { startConnect } from './start-connect.ts'

const oauth = setUpOAuthProvider()
const { setUpAccount, warnings } = oauth

const db = database()

describe('refused is', () => {
  test('a state that was never given, changed, used or expired', async () => {
    const { ctx, start } = await setUpAccount()
    const answer = await oauth.remote.visit(await start())
    const changed = new URLSearchParams(
      [...answer, ['state', 'guessed']].map(([name, value]) => [name!, value!]),
    )
    changed.set('state', 'guessed')

    expect(await finishConnect(ctx, new URLSearchParams({ code: 'x' }), CALLBACK_URL)).toEqual({
      outcome: 'expired',
    })
    expect(await finishConnect(ctx, changed, CALLBACK_URL)).toEqual({ outcome: 'expired' })
    expect((await finishConnect(ctx, answer, CALLBACK_URL)).outcome).toBe('connected')
    expect(await finishConnect(ctx, answer, CALLBACK_URL)).toEqual({ outcome: 'expired' })
    const late = await oauth.remote.visit(await start())
    await db.connectAttempt.updateMany({
      where: { userId: ctx.viewer!.userId },
      data: { expiresAt: new Date(0) },
    })
    expect(await finishConnect(ctx, late, CALLBACK_URL)).toEqual({ outcome: 'expired' })
  })

  test('a code that was exchanged before, or belongs to another attempt', async () => {
    const { ctx, start } = await setUpAccount()
    const first = await oauth.remote.visit(await start())
    await finishConnect(ctx, first, CALLBACK_URL)
    const second = await oauth.remote.visit(await start())
    const third = new URLSearchParams(await oauth.remote.visit(await start()))
    const replayed = new URLSearchParams(second)
    replayed.set('code', first.get('code')!)
    third.set('code', second.get('code')!)

    expect((await finishConnect(ctx, replayed, CALLBACK_URL)).outcome).toBe('failed')
    // The verifier of the third attempt does not match the code of the second (PKCE).
    expect((await finishConnect(ctx, third, CALLBACK_URL)).outcome).toBe('failed')
  })

  test('an answer for another address', async () => {
    const { ctx, start } = await setUpAccount()
    const answer = await oauth.remote.visit(await start())

    const { outcome } = await finishConnect(ctx, answer, 'http://evil.example/api/integrations/callback')

    expect(outcome).toBe('failed')
  })

  test('an answer from another issuer', async () => {
    const { ctx, start } = await setUpAccount()
    const answer = new URLSearchParams(await oauth.remote.visit(await start()))
    answer.set('iss', 'https://evil.example')

    expect((await finishConnect(ctx, answer, CALLBACK_URL)).outcome).toBe('failed')
  })

  test('the attempt of another person, and of another organisation of the same person', async () => {
    const { ctx, start } = await setUpAccount()
    const other = await contextFor(await makeUser())
    const user = { ...ctx.viewer! }
    const team = await makeOrganisation({ owner: await makeUser() })
    const elsewhere = { ...ctx, viewer: { ...user, organisationId: team.id } }

    expect(await finishConnect(other, await oauth.remote.visit(await start()), CALLBACK_URL)).toEqual({
      outcome: 'expired',
    })
    expect(await finishConnect(elsewhere, await oauth.remote.visit(await start()), CALLBACK_URL)).toEqual({
      outcome: 'expired',
    })
  })

  test('a member, a key and a visitor', async () => {
    const { ctx, start } = await setUpAccount()
    const answer = await oauth.remote.visit(await start())
    const member = { ...ctx, viewer: { ...ctx.viewer!, organisationRole: 'MEMBER' as const } }
    for (const [who, code] of [
      [member, 'POLICY_DENIED'],
      [{ ...ctx, keyId: 'key_1' }, 'POLICY_DENIED'],
      [visitor(), 'UNAUTHENTICATED'],
    ] as const) {
      expect(await refusalOf(start(who))).toBe(code)
      expect(await refusalOf(finishConnect(who, answer, CALLBACK_URL))).toBe(code)
    }
  })

  test('a page of another site to return to', async () => {
    const { ctx, provider } = await setUpAccount()
    const ask = { provider, back: 'https://evil.example/' }
    const { url } = await startConnect(ctx, ask, CALLBACK_URL)

    expect(await finishConnect(ctx, await oauth.remote.visit(url), CALLBACK_URL)).toMatchObject({ back: '/' })
  })

  test('a provider in a network that the operator has not named', async () => {
    const { start, provider } = await setUpAccount()
    await db.integrationProvider.update({
      where: { slug: provider },
      data: { issuer: 'http://127.0.0.1:9/' },
    })
    const { start: toPrivate, provider: second } = await setUpAccount()
    await db.integrationProvider.update({
      where: { slug: second },
      data: { issuer: 'https://169.254.169.254/' },
    })

    expect(await refusalOf(start())).toBe('TOOL_NOT_AVAILABLE')
    expect(await refusalOf(toPrivate())).toBe('TOOL_NOT_AVAILABLE')
    expect(JSON.stringify(warnings)).toContain('is not on the public internet')
  })
})

test('the callback leads to the integrations, and people who are signed out to sign in first', async () => {
  process.env.NEXTAUTH_SECRET ??= 'for-a-test'
  const { ctx, start, provider, version } = await setUpAccount()
  const answer = `${CALLBACK_URL}?${await oauth.remote.visit(await start())}`
  const request = () => new Request(answer, { headers: { host: 'localhost:3000' } })
  const user = await db.user.findUniqueOrThrow({ where: { id: ctx.viewer!.userId } })

  const signedOut = await GET(request())
  expect(signedOut.status).toBe(303)
  expect(signedOut.headers.get('location')).toMatch(/^\/sign-in\?next=%2Fapi%2Fintegrations%2Fcallback%3F/)

  requestCookies.set(
    sessionCookieName(),
    await sealSession({ userId: user.id, sessionVersion: user.sessionVersion }),
  )
  const query = new URLSearchParams({ outcome: 'connected', for: version.skillSetName, back: '/a/b/c' })
  expect((await GET(request())).headers.get('location')).toBe(`/settings/integrations?${query}`)
  expect((await GET(request())).headers.get('location')).toBe('/settings/integrations?outcome=expired')
  clearRequest()
  expect(await db.integrationConnection.count({ where: { providerSlug: provider } })).toBe(1)
})

test('a provider that refuses the code is logged, and its person is told that connecting failed', async () => {
  const { ctx, start, provider } = await setUpAccount()
  const answer = await oauth.remote.visit(await start())
  const tokenUrl = `${oauth.remote.issuer}/nowhere`
  await db.integrationProvider.update({ where: { slug: provider }, data: { tokenUrl } })

  expect(await finishConnect(ctx, answer, CALLBACK_URL)).toMatchObject({ outcome: 'failed', provider })
  expect(warnings).toContainEqual([
    { provider, reason: expect.any(String) },
    'an account could not be connected',
  ])
})

test('a provider that an admin removed meanwhile is not connected', async () => {
  const { ctx, start, provider } = await setUpAccount()
  const answer = await oauth.remote.visit(await start())
  await db.integrationProvider.update({ where: { slug: provider }, data: { disabledAt: new Date() } })

  expect(await finishConnect(ctx, answer, CALLBACK_URL)).toMatchObject({ outcome: 'failed' })
})

test('a database that fails while an account is stored is an error of this site, not of the provider', async () => {
  const { ctx, start } = await setUpAccount()
  const answer = await oauth.remote.visit(await start())
  const failure = new Error('the database is away')
  const failing = new Proxy(ctx.db, {
    get: (target, name) =>
      name === '$transaction' ? () => Promise.reject(failure) : Reflect.get(target, name),
  })

  await expect(finishConnect({ ...ctx, db: failing }, answer, CALLBACK_URL)).rejects.toBe(failure)
})
