import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { hashSecretToken } from '../../kernel/db/secret-token.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import {
  answerOf,
  authorizationParams,
  codeGrant,
  contextFromToken,
  exchange,
  grantAccess,
  makeClient,
  ORIGIN,
  refresh,
} from '../../testing/setup/accounts/oauth-grant.ts'
import { answerAuthorization } from './authorize.ts'
import { revokeToken, sweepOAuth } from './exchange-token.ts'

test.each([
  ['names no client', {}, 'invalid_client'],
  ['names an unknown client', { client_id: 'app_none' }, 'invalid_client'],
  ['names what no database could keep', { client_id: '\0' }, 'invalid_client'],
  ['names no token', { token: '' }, 'invalid_request'],
  ['names two', { token: ['a', 'b'] }, 'invalid_request'],
])('a revocation that %s is refused', async (_, sent, code) => {
  await expect(revokeToken(visitor(), { token: 'gh_at_x', ...sent })).rejects.toMatchObject({ code })
})

test('a program that lets go of its token is out', async () => {
  const { clientId, code } = await grantAccess()
  const { access_token } = await exchange(clientId, codeGrant(code))

  await revokeToken(visitor(), { token: 'gh_at_none', client_id: clientId })
  const byOther = revokeToken(visitor(), { token: access_token, client_id: await makeClient() })
  await expect(byOther).rejects.toMatchObject({ code: 'unauthorized_client' })
  expect((await contextFromToken(access_token)).viewer).toBeTruthy()
  await revokeToken(visitor(), { token: access_token, client_id: clientId })
  await expect(contextFromToken(access_token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

describe('a user who lost the permission after granting access', () => {
  test('has granted nothing: a code becomes no key', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(member, { organisation })
    const clientId = await makeClient()
    const address = await answerAuthorization(
      ctx,
      authorizationParams(clientId),
      answerOf(ctx, ['read']),
      ORIGIN,
    )
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

    await sweepOAuth(visitor())

    expect(await Promise.all([unused, young, clientId].map(idOf))).toEqual([undefined, young, clientId])
  })

  test('tokens that were exchanged are gone once they have ended, and the newest stays', async () => {
    const { clientId, code } = await grantAccess()
    const { refresh_token } = await exchange(clientId, codeGrant(code))
    const newest = await refresh(clientId, refresh_token)
    const left = () => database().oAuthToken.findMany({ where: { clientId } })

    await sweepOAuth(visitor())
    expect(await left()).toHaveLength(2)
    // Other tests have tokens too, so only this grant's are changed.
    await database().oAuthToken.updateMany({
      where: { clientId, usedAt: { not: null } },
      data: { refreshExpiresAt: new Date(0) },
    })
    await sweepOAuth(visitor())

    expect(await left()).toMatchObject([{ refreshHash: hashSecretToken(newest.refresh_token) }])
  })
})
