import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFromKey } from '../../protocols/session/context/context-from-key.ts'
import { contextFor, freshName, makeUser, visitor } from '../../testing/factories.ts'
import {
  answerOf,
  authorizationParams,
  codeGrant,
  contextFromToken,
  exchange,
  grantAccess,
  makeClient,
  ORIGIN,
} from '../../testing/setup/accounts/oauth-grant.ts'
import { listKeys } from '../manage-api-keys.ts'
import { answerAuthorization } from './authorize.ts'

test('the user can set a daily spending limit for the app', async () => {
  const ctx = await contextFor(await makeUser())
  const clientId = await makeClient()
  const decision = { ...answerOf(ctx, ['run']), dailyCapMicros: 1_500_000n }
  const address = new URL(await answerAuthorization(ctx, authorizationParams(clientId), decision, ORIGIN))
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
    const address = new URL(await answerAuthorization(ctx, authorizationParams(clientId), decision, ORIGIN))
    const { access_token } = await exchange(clientId, codeGrant(address.searchParams.get('code')!))

    expect(await listKeys(ctx)).toMatchObject([{ name: 'Deskpad', toolset: slug }])
    expect((await contextFromToken(access_token)).keyGrant).toMatchObject({
      toolset: { slug, skillNames: [] },
    })
  })

  test('of another organisation is refused', async () => {
    const { slug } = await makeToolset()
    const ctx = await contextFor(await makeUser())
    const decision = { ...answerOf(ctx, ['read']), toolset: slug }

    await expect(
      answerAuthorization(ctx, authorizationParams(await makeClient()), decision, ORIGIN),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/toolset' }] },
    })
  })

  test('that is deleted before the app exchanges its code ends the grant', async () => {
    const { ctx, slug, id } = await makeToolset()
    const clientId = await makeClient()
    const decision = { ...answerOf(ctx, ['read']), toolset: slug }
    const address = new URL(await answerAuthorization(ctx, authorizationParams(clientId), decision, ORIGIN))
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

describe('an authorization request', () => {
  test('requires a signed-in user', async () => {
    const answered = answerAuthorization(
      visitor(),
      authorizationParams(await makeClient()),
      answerOf(visitor(), ['read']),
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
      await expect(
        answerAuthorization(ctx, authorizationParams(await makeClient()), decision, ORIGIN),
      ).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    }
  })
})
