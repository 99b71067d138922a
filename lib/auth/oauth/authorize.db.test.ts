import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeUser, visitor } from '../../testing/factories.ts'
import {
  answerOf,
  authorizationParams,
  BACK,
  codeGrant,
  exchange,
  grantAccess,
  makeClient,
  ORIGIN,
} from '../../testing/setup/accounts/oauth-grant.ts'
import { answerAuthorization, readAuthorization } from './authorize.ts'

describe('an authorization request', () => {
  test('by an unknown app is shown to the user and not redirected', async () => {
    for (const id of ['app_none', '\u0000', ''])
      await expect(readAuthorization(visitor(), authorizationParams(id), ORIGIN)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
  })

  test('for an address that was not registered is shown to the user and not redirected', async () => {
    const params = authorizationParams(await makeClient(), { redirect_uri: 'https://evil.example/cb' })

    await expect(readAuthorization(visitor(), params, ORIGIN)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('with two redirect URIs, or one that cannot be stored, is not redirected', async () => {
    for (const redirect_uri of [[BACK, BACK], 'http://localhost:5/callback\0']) {
      const params = authorizationParams(await makeClient(), { redirect_uri })
      await expect(readAuthorization(visitor(), params, ORIGIN)).rejects.toMatchObject({
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
    const read = await readAuthorization(visitor(), authorizationParams(await makeClient(), wrong), ORIGIN)

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

  test('without faults is shown to the user for consent', async () => {
    const read = await readAuthorization(
      visitor(),
      authorizationParams(await makeClient(), {
        resource: `${ORIGIN}/mcp`,
        redirect_uri: 'http://localhost:5/callback',
      }),
      ORIGIN,
    )

    expect(read).toEqual({
      ask: { client: { name: 'Deskpad', website: null }, returnsTo: 'localhost:5', scopes: ['read', 'run'] },
    })
  })

  test('drops scopes that are unknown, and states what was granted', async () => {
    const clientId = await makeClient()
    const asked = await readAuthorization(
      visitor(),
      authorizationParams(clientId, { scope: 'openid read offline_access' }),
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

    const read = readAuthorization(visitor(), authorizationParams(id, { redirect_uri }), ORIGIN)

    await expect(read).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('shows the name of an app’s own URI scheme, not the rest of the URI', async () => {
    const redirect_uri = 'com.evil://claude.ai/callback'

    const read = await readAuthorization(
      visitor(),
      authorizationParams(await makeClient([redirect_uri]), { redirect_uri }),
      ORIGIN,
    )

    expect(read).toMatchObject({ ask: { returnsTo: 'com.evil:' } })
  })

  test('preserves the query of the registered redirect URI exactly', async () => {
    const redirect_uri = 'https://a.example/cb?to=x%20y&flag'
    const ctx = await contextFor(await makeUser())
    const asked = authorizationParams(await makeClient([redirect_uri]), { redirect_uri, state: '' })

    const back = await answerAuthorization(ctx, asked, answerOf(ctx, []), ORIGIN)

    expect(back).toMatch(/^https:\/\/a\.example\/cb\?to=x%20y&flag&error=access_denied&/)
    expect(new URL(back).searchParams.has('state')).toBe(false)
    expect(new URL(back).searchParams.get('iss')).toBe(ORIGIN)
  })
})
