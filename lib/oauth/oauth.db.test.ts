// Tests how a program connects: it registers, asks for access, gets tokens and calls with them.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { POST as REGISTER } from '#app/api/oauth/register/route.ts'
import { POST as TOKEN } from '#app/api/oauth/token/route.ts'
import { POST as MCP } from '#app/mcp/route.ts'
import { listKeys, revokeKey } from '../api-keys/manage-api-keys.ts'
import type { Context } from '../context/context.ts'
import { bindCode, redeemCode } from '../db/accounts/oauth.ts'
import { database } from '../db/core/prisma-client.ts'
import { hashSecretToken } from '../db/core/secret-token.ts'
import { contextFromKey } from '../session/context/context-from-key.ts'
import { contextFor, freshName, makeOrganisation, makeUser } from '../testing/factories.ts'
import { type AuthorizationParams, answerAuthorization, readAuthorization } from './authorize.ts'
import { exchangeToken, revokeToken, sweepOAuth } from './exchange-token.ts'
import { registerClient } from './register-client.ts'

const ORIGIN = 'http://localhost:3000'
const BACK = 'http://localhost:6274/callback'
const VERIFIER = 'a'.repeat(50)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const visitor = { viewer: null, db: database() } as Awaited<ReturnType<typeof contextFor>>

async function makeClient(redirect_uris = [BACK]): Promise<string> {
  const known = await registerClient(visitor, { redirect_uris, client_name: 'Deskpad' }, freshName('address'))
  return (known as { client_id: string }).client_id
}

function ask(client_id: string, more: AuthorizationParams = {}): AuthorizationParams {
  const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
  return {
    client_id,
    redirect_uri: BACK,
    response_type: 'code',
    state: 'x y',
    scope: 'read run',
    ...pkce,
    ...more,
  }
}

type Tokens = {
  access_token: string
  refresh_token: string
  scope: string
  token_type: string
  expires_in: number
}

function exchange(client_id: string, fields: Record<string, string>): Promise<Tokens> {
  return exchangeToken(visitor, { client_id, ...fields }, ORIGIN) as Promise<Tokens>
}

const codeGrant = (code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: BACK,
  code_verifier: VERIFIER,
})

/** Returns the answer of the consent page, with the account that it showed. */
function answerOf({ viewer }: Context, scopes: string[]) {
  const { userId, organisationId } = viewer ?? { userId: '', organisationId: '' }
  return { scopes, shownAs: { userId, organisationId } }
}

/** Creates a person who has consented, and returns the resulting code. */
async function grantAccess(granted = ['read', 'run'], more: AuthorizationParams = {}) {
  const clientId = await makeClient()
  const ctx = await contextFor(await makeUser())
  const address = new URL(await answerAuthorization(ctx, ask(clientId, more), answerOf(ctx, granted), ORIGIN))
  return { ctx, clientId, address, code: address.searchParams.get('code') ?? '' }
}

const refresh = (clientId: string, refresh_token: string) =>
  exchange(clientId, { grant_type: 'refresh_token', refresh_token })

/** Moves the last use of used tokens a minute back. */
async function passTime(clientId: string): Promise<void> {
  const where = { clientId, usedAt: { not: null } }
  await database().oAuthToken.updateMany({ where, data: { usedAt: new Date(Date.now() - 60_000) } })
}

const call = (token: string) =>
  contextFromKey(new Request(ORIGIN, { headers: { authorization: `Bearer ${token}` } }), ['read'])

describe('granting access', () => {
  test('lets the app act as the user, in their organisation, within the selected scopes', async () => {
    const { ctx, clientId, address, code } = await grantAccess(['read'])
    const tokens = await exchange(clientId, codeGrant(code))

    expect(address.href).toMatch(/^http:\/\/localhost:6274\/callback\?code=[\w-]+&state=x\+y&iss=/)
    expect(tokens).toMatchObject({ scope: 'read', token_type: 'Bearer', refresh_token: expect.any(String) })
    const { viewer } = await call(tokens.access_token)
    expect(viewer).toMatchObject({ userId: ctx.viewer!.userId, organisationId: ctx.viewer!.organisationId })
    const asRunner = contextFromKey(
      new Request(ORIGIN, { headers: { authorization: `Bearer ${tokens.access_token}` } }),
      ['run'],
    )
    await expect(asRunner).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })

  test('sees the program among their keys, and ends it there', async () => {
    const { ctx, clientId, code } = await grantAccess()
    const tokens = await exchange(clientId, codeGrant(code))
    const [key] = await listKeys(ctx)

    expect(key).toMatchObject({ name: 'Deskpad', scopes: ['read', 'run'] })
    await revokeKey(ctx, { id: key!.id })
    await expect(call(tokens.access_token)).rejects.toMatchObject({ message: 'This key was revoked.' })
    const again = exchange(clientId, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    await expect(again).rejects.toMatchObject({ code: 'invalid_grant' })
  })

  test('lets it continue with refreshed tokens after the old ones expired', async () => {
    const { clientId, code } = await grantAccess()
    const first = await exchange(clientId, codeGrant(code))
    await database().oAuthToken.updateMany({ where: { clientId }, data: { accessExpiresAt: new Date(0) } })

    await expect(call(first.access_token)).rejects.toMatchObject({ message: 'This key has expired.' })
    const next = await exchange(clientId, { grant_type: 'refresh_token', refresh_token: first.refresh_token })
    expect(next.refresh_token).not.toBe(first.refresh_token)
    expect((await call(next.access_token)).viewer).toBeTruthy()
  })
})

test('the user can set a daily spending limit for the app', async () => {
  const ctx = await contextFor(await makeUser())
  const clientId = await makeClient()
  const decision = { ...answerOf(ctx, ['run']), dailyCapMicros: 1_500_000n }
  const address = new URL(await answerAuthorization(ctx, ask(clientId), decision, ORIGIN))
  const { access_token } = await exchange(clientId, codeGrant(address.searchParams.get('code')!))

  expect(await listKeys(ctx)).toMatchObject([{ name: 'Deskpad', dailyCap: '1.5' }])
  const asked = new Request(ORIGIN, { headers: { authorization: `Bearer ${access_token}` } })
  expect((await contextFromKey(asked, ['run'])).keyGrant).toMatchObject({ dailyCapMicros: 1_500_000n })
})

describe('a toolset', () => {
  async function makeToolset() {
    const user = await makeUser()
    const slug = freshName('desk')
    const { id } = await database().toolset.create({
      data: { organisationId: user.organisation.id, slug, createdById: user.id },
    })
    return { ctx: await contextFor(user), slug, id }
  }

  test('limits the app, if the user chose one', async () => {
    const { ctx, slug } = await makeToolset()
    const clientId = await makeClient()
    const decision = { ...answerOf(ctx, ['read', 'run']), toolset: slug }
    const address = new URL(await answerAuthorization(ctx, ask(clientId), decision, ORIGIN))
    const { access_token } = await exchange(clientId, codeGrant(address.searchParams.get('code')!))

    expect(await listKeys(ctx)).toMatchObject([{ name: 'Deskpad', toolset: slug }])
    expect((await call(access_token)).keyGrant).toMatchObject({ toolset: { slug, skillNames: [] } })
  })

  test('of another organisation is refused', async () => {
    const { slug } = await makeToolset()
    const ctx = await contextFor(await makeUser())
    const decision = { ...answerOf(ctx, ['read']), toolset: slug }

    await expect(answerAuthorization(ctx, ask(await makeClient()), decision, ORIGIN)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/toolset' }] },
    })
  })

  test('that is deleted before the app exchanges its code ends the grant', async () => {
    const { ctx, slug, id } = await makeToolset()
    const clientId = await makeClient()
    const decision = { ...answerOf(ctx, ['read']), toolset: slug }
    const address = new URL(await answerAuthorization(ctx, ask(clientId), decision, ORIGIN))
    await database().toolset.delete({ where: { id } })

    await expect(exchange(clientId, codeGrant(address.searchParams.get('code')!))).rejects.toMatchObject({
      code: 'invalid_grant',
    })
  })
})

test('denying access sends the app away with nothing', async () => {
  const { address } = await grantAccess([])

  expect(address.searchParams.get('error')).toBe('access_denied')
  expect(address.searchParams.has('code')).toBe(false)
})

describe('a stolen copy ends the grant', () => {
  test('of a code', async () => {
    const { clientId, code } = await grantAccess()
    const { access_token } = await exchange(clientId, codeGrant(code))

    await expect(exchange(clientId, codeGrant(code))).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(call(access_token)).rejects.toMatchObject({ message: 'This key was revoked.' })
  })

  test('of a code that is just becoming a key', async () => {
    const { clientId, code } = await grantAccess()
    const codeHash = hashSecretToken(code)
    // The first exchange is now between its two statements.
    await redeemCode(database(), codeHash)

    await expect(exchange(clientId, codeGrant(code))).rejects.toMatchObject({ code: 'invalid_grant' })

    expect(await bindCode(database(), codeHash, 'key')).toBe(false)
  })

  test('of a code used several times at once: at most one gets tokens, and they are revoked', async () => {
    const { ctx, clientId, code } = await grantAccess()

    const asked = await Promise.allSettled([1, 2, 3, 4].map(() => exchange(clientId, codeGrant(code))))

    const won = asked.filter(({ status }) => status === 'fulfilled')
    expect(won.length).toBeLessThanOrEqual(1)
    for (const { reason } of asked.filter((each) => each.status === 'rejected'))
      expect(reason).toMatchObject({ code: 'invalid_grant' })
    expect(await listKeys(ctx)).toEqual([])
  })

  test('of a refresh token that was used a while ago', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const { access_token } = await refresh(clientId, refresh_token)
    await passTime(clientId)

    await expect(refresh(clientId, refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(call(access_token)).rejects.toMatchObject({ message: 'This key was revoked.' })
  })

  test('of a refresh token that was copied in the very moment it was used: the two do not live on side by side', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const [honest, thief] = await Promise.all([1, 2].map(() => refresh(clientId, refresh_token)))

    const { access_token } = await refresh(clientId, honest!.refresh_token)
    await passTime(clientId)

    await expect(refresh(clientId, thief!.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(call(access_token)).rejects.toMatchObject({ message: 'This key was revoked.' })
  })
})

describe('an honest program', () => {
  /** Sends a form through the route, like a client. */
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const answer = await TOKEN(new Request(`${ORIGIN}/api/oauth/token`, { method: 'POST', body }))
    return { status: answer.status, ...((await answer.json()) as Tokens & { error?: string }) }
  }

  test('that refreshes in several windows at once gets tokens in each, and loses nothing', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const fields = { grant_type: 'refresh_token', client_id: clientId, refresh_token }

    const answers = await Promise.all(Array.from({ length: 6 }, () => post(fields)))

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map((each) => each.refresh_token)).size).toBe(6)
    for (const { access_token } of answers) expect((await call(access_token)).viewer).toBeTruthy()
    // The client continues with the token that it stored last.
    const next = await post({ ...fields, refresh_token: answers.at(-1)!.refresh_token })
    expect(next.status).toBe(200)
  })

  test('whose response was lost can retry', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    await refresh(clientId, refresh_token)

    const again = await refresh(clientId, refresh_token)

    expect((await call(again.access_token)).viewer).toBeTruthy()
  })

  test('is not affected by another: a token of one app is invalid for the next, and stays unchanged', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const other = await makeClient()

    await expect(refresh(other, refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
    await passTime(clientId)
    expect((await refresh(clientId, refresh_token)).access_token).toBeTruthy()
  })
})

describe('a code is worth nothing', () => {
  test.each([
    ['without its verifier', { code_verifier: 'b'.repeat(50) }, 'invalid_grant'],
    ['with no verifier at all', { code_verifier: '' }, /invalid_(grant|request)/],
    ['with another address', { redirect_uri: 'http://localhost:6274/elsewhere' }, 'invalid_grant'],
    ['for another site', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['under no grant', { grant_type: '' }, 'invalid_request'],
    ['under another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['when it is invalid', { code: 'nonsense' }, 'invalid_grant'],
    ['when it is not a string', { code: '\u0000' }, 'invalid_request'],
  ])('%s', async (_, wrong, code) => {
    const made = await grantAccess()

    const refused = exchange(made.clientId, { ...codeGrant(made.code), ...wrong })

    await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(code) })
  })

  test('a second time, when the first named another address', async () => {
    const { clientId, code } = await grantAccess()
    const wrong = { ...codeGrant(code), redirect_uri: 'http://localhost:6274/elsewhere' }

    await expect(exchange(clientId, wrong)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(exchange(clientId, codeGrant(code))).rejects.toMatchObject({ code: 'invalid_grant' })
  })

  test('to another program', async () => {
    const { code } = await grantAccess()

    await expect(exchange(await makeClient(), codeGrant(code))).rejects.toMatchObject({
      code: 'invalid_grant',
    })
  })
})

describe('a refresh for less', () => {
  test('grants only the reduced scope, and the next one can request all of it again', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const fields = { grant_type: 'refresh_token', refresh_token, scope: 'read' }

    const less = await exchange(clientId, fields)

    expect(less.scope).toBe('read')
    expect((await call(less.access_token)).keyGrant?.scopes).toEqual(['read'])
    const all = await refresh(clientId, less.refresh_token)
    expect(all.scope).toBe('read run')
    expect((await call(all.access_token)).keyGrant?.scopes).toEqual(['read', 'run'])
  })

  test.each(['read write', 'admin'])('is invalid if it asks for %s', async (scope) => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))

    const more = exchange(clientId, { grant_type: 'refresh_token', refresh_token, scope })

    await expect(more).rejects.toMatchObject({ code: 'invalid_scope' })
    // The refused request did not use up the refresh token.
    await passTime(clientId)
    expect((await refresh(clientId, refresh_token)).scope).toBe('read run')
  })
})

test('an app that omits the resource, as OAuth 2.1 allows, gets its tokens', async () => {
  const { clientId, code } = await grantAccess()
  const { redirect_uri: _, ...fields } = codeGrant(code)

  expect(await exchange(clientId, { ...fields, resource: `${ORIGIN}/mcp` })).toMatchObject({
    scope: 'read run',
  })
})

test.each([
  ['names no client', {}, 'invalid_client'],
  ['names an unknown client', { client_id: 'app_none' }, 'invalid_client'],
  ['names what no database could keep', { client_id: '\0' }, 'invalid_client'],
  ['names no token', { token: '' }, 'invalid_request'],
  ['names two', { token: ['a', 'b'] }, 'invalid_request'],
])('a revocation that %s is refused', async (_, sent, code) => {
  await expect(revokeToken(visitor, { token: 'gh_at_x', ...sent })).rejects.toMatchObject({ code })
})

test('a program that lets go of its token is out', async () => {
  const { clientId, code } = await grantAccess()
  const { access_token } = await exchange(clientId, codeGrant(code))

  await revokeToken(visitor, { token: 'gh_at_none', client_id: clientId })
  const byOther = revokeToken(visitor, { token: access_token, client_id: await makeClient() })
  await expect(byOther).rejects.toMatchObject({ code: 'unauthorized_client' })
  expect((await call(access_token)).viewer).toBeTruthy()
  await revokeToken(visitor, { token: access_token, client_id: clientId })
  await expect(call(access_token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

describe('an authorization request', () => {
  test('by an unknown app is shown to the user and not redirected', async () => {
    for (const id of ['app_none', '\u0000', ''])
      await expect(readAuthorization(visitor, ask(id), ORIGIN)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('for an address that was not registered likewise', async () => {
    const params = ask(await makeClient(), { redirect_uri: 'https://evil.example/cb' })

    await expect(readAuthorization(visitor, params, ORIGIN)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('with two redirect URIs, or one that cannot be stored, is not redirected either', async () => {
    for (const redirect_uri of [[BACK, BACK], 'http://localhost:5/callback\0']) {
      const params = ask(await makeClient(), { redirect_uri })
      await expect(readAuthorization(visitor, params, ORIGIN)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    }
  })

  test.each([
    ['without PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for nothing', { response_type: '' }, 'invalid_request'],
    ['for tokens at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another site', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    [
      'for this and another site',
      { resource: [`${ORIGIN}/mcp`, 'https://elsewhere.example/mcp'] },
      'invalid_target',
    ],
    ['with a scope twice', { scope: ['read', 'run'] }, 'invalid_request'],
    ['with two states', { state: ['a', 'b'] }, 'invalid_request'],
    ['for an answer in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ])('%s goes back to the program', async (_, wrong, error) => {
    const read = await readAuthorization(visitor, ask(await makeClient(), wrong), ORIGIN)

    const back = new URL('sendBack' in read ? read.sendBack : '')
    expect(back.searchParams.get('error')).toBe(error)
    expect(back.searchParams.get('iss')).toBe(ORIGIN)
    expect(back.origin + back.pathname).toBe(BACK)
    // The person sees the error first, because anyone may have registered the address.
    expect(read).toMatchObject({
      errorMessage: back.searchParams.get('error_description'),
      returnsTo: back.host,
    })
  })

  test('soundly is put to the person', async () => {
    const read = await readAuthorization(
      visitor,
      ask(await makeClient(), { resource: `${ORIGIN}/mcp`, redirect_uri: 'http://localhost:5/callback' }),
      ORIGIN,
    )

    expect(read).toEqual({
      ask: { client: { name: 'Deskpad', website: null }, returnsTo: 'localhost:5', scopes: ['read', 'run'] },
    })
  })

  test('drops scopes that are unknown, and states what was granted', async () => {
    const clientId = await makeClient()
    const asked = await readAuthorization(
      visitor,
      ask(clientId, { scope: 'openid read offline_access' }),
      ORIGIN,
    )
    const { code, clientId: same } = await grantAccess(['read'], { scope: 'openid read offline_access' })
    const tokens = await exchange(same, codeGrant(code))

    expect(asked).toMatchObject({ ask: { scopes: ['read'] } })
    expect(tokens.scope).toBe('read')
    const fields = {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      scope: 'read offline_access',
    }
    expect((await exchange(same, fields)).scope).toBe('read')
  })

  test('with a redirect URI that is no longer allowed is shown to the user and not redirected', async () => {
    const redirect_uri = 'microsoft-edge:https://evil.example/cb'
    const id = freshName('app')
    await database().oAuthClient.create({ data: { id, name: 'Old', redirectUris: [redirect_uri] } })

    const read = readAuthorization(visitor, ask(id, { redirect_uri }), ORIGIN)

    await expect(read).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('shows the name of an app’s own URI scheme, not the rest of the URI', async () => {
    const redirect_uri = 'com.evil://claude.ai/callback'

    const read = await readAuthorization(
      visitor,
      ask(await makeClient([redirect_uri]), { redirect_uri }),
      ORIGIN,
    )

    expect(read).toMatchObject({ ask: { returnsTo: 'com.evil:' } })
  })

  test('requires a signed-in user', async () => {
    const answered = answerAuthorization(
      visitor,
      ask(await makeClient()),
      answerOf(visitor, ['read']),
      ORIGIN,
    )

    await expect(answered).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('is not answered by a page that showed another user or organisation', async () => {
    const ctx = await contextFor(await makeUser())
    const { userId, organisationId } = ctx.viewer!
    for (const shownAs of [
      { userId, organisationId: 'another' },
      { userId: 'another', organisationId },
    ]) {
      const decision = { scopes: ['read'], shownAs }
      await expect(answerAuthorization(ctx, ask(await makeClient()), decision, ORIGIN)).rejects.toMatchObject(
        {
          code: 'CONFLICT',
        },
      )
    }
  })

  test('preserves the query of the registered redirect URI exactly', async () => {
    const redirect_uri = 'https://a.example/cb?to=x%20y&flag'
    const ctx = await contextFor(await makeUser())
    const asked = ask(await makeClient([redirect_uri]), { redirect_uri, state: '' })

    const back = await answerAuthorization(ctx, asked, answerOf(ctx, []), ORIGIN)

    expect(back).toMatch(/^https:\/\/a\.example\/cb\?to=x%20y&flag&error=access_denied&/)
    expect(new URL(back).searchParams.has('state')).toBe(false)
    expect(new URL(back).searchParams.get('iss')).toBe(ORIGIN)
  })
})

describe('over HTTP', () => {
  const post = (body: BodyInit) => new Request(`${ORIGIN}/api/oauth`, { method: 'POST', body })

  test('a refusal has OAuth’s own form', async () => {
    const answer = await TOKEN(
      post(new URLSearchParams({ grant_type: 'authorization_code', client_id: 'app_x' })),
    )

    expect(answer.status).toBe(401)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Guildhall"')
    expect(await answer.json()).toEqual({ error: 'invalid_client', error_description: expect.any(String) })
  })

  test.each([
    ['that is not a form', JSON.stringify({ grant_type: 'refresh_token' }), /Send a form/],
    ['with a parameter twice', new URLSearchParams('grant_type=a&grant_type=b'), /more than once/],
    ['that is empty', new URLSearchParams(), /grant_type/],
  ])('a body %s is refused', async (_, body, error) => {
    const answer = await TOKEN(post(body))

    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: expect.stringMatching(error),
    })
  })

  test('a program goes by one visible line', async () => {
    const body = JSON.stringify({ redirect_uris: [BACK], client_name: ' Desk\u202e\u200bpad\n\nPro ' })

    const answer = await REGISTER(post(body))

    expect(await answer.json()).toMatchObject({ client_name: 'Deskpad Pro' })
  })

  test.each(['Guildhall', 'Guildhаll Security', 'Official Desk'])(
    'an app is not called %s',
    async (client_name) => {
      const asked = { redirect_uris: ['https://desk.test/cb'], client_name }
      const known = await registerClient(visitor, asked, freshName('address'))

      expect(known).toMatchObject({ client_name: 'desk.test' })
    },
  )

  test.each([
    ['{"redirect_uris":["javascript:alert(1)"]}', 'invalid_redirect_uri'],
    ['{"redirect_uris":[]}', 'invalid_client_metadata'],
    ['{"redirect_uris":"x"}', 'invalid_client_metadata'],
    ['{"redirect_uris":["http://127.0.0.1/cb"],"client_name":"a\\u0000b"}', 'invalid_client_metadata'],
    ['{"redirect_uris":["http://127.0.0.1/cb"],"client_name":"Deskpad ✓"}', 'invalid_client_metadata'],
    ['{"redirect_uris":["com.example:/\\u0000cb"]}', 'invalid_redirect_uri'],
    ['[]', 'invalid_client_metadata'],
    ['{', 'invalid_request'],
  ])('registering %s is refused', async (body, error) => {
    const answer = await REGISTER(post(body))

    expect([answer.status, (await answer.json()).error]).toEqual([400, error])
  })
})

describe('a user who lost the permission after granting access', () => {
  test('has granted nothing: a code becomes no key', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(member, { organisation })
    const clientId = await makeClient()
    const address = await answerAuthorization(ctx, ask(clientId), answerOf(ctx, ['read']), ORIGIN)
    const { userId, organisationId } = ctx.viewer!
    await database().membership.delete({ where: { organisationId_userId: { organisationId, userId } } })

    const exchanged = exchange(clientId, codeGrant(new URL(address).searchParams.get('code') ?? ''))

    await expect(exchanged).rejects.toMatchObject({ code: 'invalid_grant' })
    expect(await database().apiKey.count({ where: { organisationId, userId } })).toBe(0)
  })

  test('if locked out, cannot refresh tokens, and can once unlocked', async () => {
    const { ctx, clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const lock = (lockedAt: Date | null) =>
      database().user.update({ where: { id: ctx.viewer!.userId }, data: { lockedAt } })

    await lock(new Date())
    await expect(refresh(clientId, refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
    await lock(null)

    expect((await refresh(clientId, refresh_token)).scope).toBe('read run')
  })
})

describe('after a month', () => {
  const DAY_MS = 86_400_000
  const idOf = async (id: string) => (await database().oAuthClient.findUnique({ where: { id } }))?.id
  const age = (id: string, days: number) =>
    database().oAuthClient.update({
      where: { id },
      data: { createdAt: new Date(Date.now() - days * DAY_MS) },
    })

  test('an app without a grant is deleted, and one with a grant is not', async () => {
    const [unused, young, { clientId, code }] = [await makeClient(), await makeClient(), await grantAccess()]
    await exchange(clientId, codeGrant(code))
    await Promise.all([age(unused, 8), age(young, 6), age(clientId, 400)])

    await sweepOAuth(visitor)

    expect(await Promise.all([unused, young, clientId].map(idOf))).toEqual([undefined, young, clientId])
  })

  test('tokens that were exchanged are gone once they have ended, and the newest stays', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const newest = await refresh(clientId, refresh_token)
    const left = () => database().oAuthToken.findMany({ where: { clientId } })

    await sweepOAuth(visitor)
    expect(await left()).toHaveLength(2)
    // Other tests have tokens too, so only this grant's are changed.
    await database().oAuthToken.updateMany({
      where: { clientId, usedAt: { not: null } },
      data: { refreshExpiresAt: new Date(0) },
    })
    await sweepOAuth(visitor)

    expect(await left()).toMatchObject([{ refreshHash: hashSecretToken(newest.refresh_token) }])
  })
})

describe('at the MCP endpoint', () => {
  const sendToMcp = async (headers: Record<string, string>) => {
    const answer = await MCP(new Request(`${ORIGIN}/mcp`, { method: 'POST', headers, body: '{}' }))
    return [answer.status, answer.headers.get('www-authenticate')]
  }

  test('a missing or invalid token is reported', async () => {
    expect(await sendToMcp({})).toEqual([401, expect.not.stringContaining('error=')])
    expect(await sendToMcp({ authorization: 'Bearer gh_at_none' })).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ])
  })

  test('an app with too few scopes learns what it can ask for', async () => {
    const { clientId, code } = await grantAccess(['write'], { scope: 'write' })
    const { access_token } = await exchange(clientId, codeGrant(code))

    expect(await sendToMcp({ authorization: `Bearer ${access_token}` })).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", scope="read run write"'),
    ])
  })

  test('a refresh token opens nothing', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))

    expect((await sendToMcp({ authorization: `Bearer ${refresh_token}` }))[0]).toBe(401)
  })
})
