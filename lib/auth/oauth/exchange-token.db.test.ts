import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { hashSecretToken } from '../../kernel/db/secret-token.ts'
import {
  codeGrant,
  contextFromToken,
  exchange,
  grantAccess,
  makeClient,
  passMinute,
  refresh,
} from '../../testing/setup/accounts/oauth-grant.ts'
import { listKeys } from '../manage-api-keys.ts'
import { bindCode, redeemCode } from '../rows/oauth.ts'

describe('the grant ends with a stolen copy', () => {
  test('of a code', async () => {
    const { clientId, code } = await grantAccess()
    const { access_token } = await exchange(clientId, codeGrant(code))

    await expect(exchange(clientId, codeGrant(code))).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(contextFromToken(access_token)).rejects.toMatchObject({ message: 'This key was revoked.' })
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
    await passMinute(clientId)

    await expect(refresh(clientId, refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(contextFromToken(access_token)).rejects.toMatchObject({ message: 'This key was revoked.' })
  })

  test('of a refresh token that was copied in the very moment it was used: the two do not live on side by side', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const [honest, thief] = await Promise.all([1, 2].map(() => refresh(clientId, refresh_token)))

    const { access_token } = await refresh(clientId, honest!.refresh_token)
    await passMinute(clientId)

    await expect(refresh(clientId, thief!.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(contextFromToken(access_token)).rejects.toMatchObject({ message: 'This key was revoked.' })
  })
})

describe('a code is refused', () => {
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

describe('a refresh with a reduced scope', () => {
  test('grants only that, and the next refresh can request all of it again', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const fields = { grant_type: 'refresh_token', refresh_token, scope: 'read' }

    const less = await exchange(clientId, fields)

    expect(less.scope).toBe('read')
    expect((await contextFromToken(less.access_token)).keyGrant?.scopes).toEqual(['read'])
    const all = await refresh(clientId, less.refresh_token)
    expect(all.scope).toBe('read run')
    expect((await contextFromToken(all.access_token)).keyGrant?.scopes).toEqual(['read', 'run'])
  })

  test.each(['read write', 'admin'])('is invalid if it asks for %s', async (scope) => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))

    const more = exchange(clientId, { grant_type: 'refresh_token', refresh_token, scope })

    await expect(more).rejects.toMatchObject({ code: 'invalid_scope' })
    // The refused request did not use up the refresh token.
    await passMinute(clientId)
    expect((await refresh(clientId, refresh_token)).scope).toBe('read run')
  })
})
