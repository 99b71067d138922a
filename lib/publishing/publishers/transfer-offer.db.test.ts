import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeUser, visitor } from '../../testing/factories.ts'
import { makeTwoCompanies } from '../../testing/setup/catalog/transfer.ts'
import { acceptTransfer, cancelTransfer, declineTransfer, offerTransfer } from './transfer.ts'
import { getTransfer } from './transfer-view.ts'

const db = database()

describe('an offer', () => {
  test('is made by owners only, and not by keys', async () => {
    const { giver, taker, skillSetId } = await makeTwoCompanies()
    const offer = (ctx: Context) => offerTransfer(ctx, { skillSetId }, { to: taker.publisher.handle })

    await expect(offer(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(offer(taker.owner)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const ctx of [giver.admin, giver.member, { ...giver.owner, keyId: 'key' }])
      await expect(offer(ctx)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await db.transfer.count({ where: { skillSetId } })).toBe(0)
  })

  test('names an existing receiver, which is another organisation', async () => {
    const { giver, skillSetId } = await makeTwoCompanies()
    for (const to of ['', freshName(), giver.publisher.handle, giver.organisation.id, '\0', null])
      await expect(offerTransfer(giver.owner, { skillSetId }, { to })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
  })

  test('is decided by an owner of the receiver only', async () => {
    const { giver, taker, skillSetId } = await makeTwoCompanies()
    const { handle } = taker.publisher
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: handle })
    const stranger = await contextFor(await makeUser())

    for (const decide of [
      (ctx: Context) => acceptTransfer(ctx, id, { handle }),
      (ctx: Context) => declineTransfer(ctx, id),
    ]) {
      await expect(decide(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      await expect(decide(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      for (const ctx of [giver.owner, taker.admin, taker.member, { ...taker.owner, keyId: 'key' }])
        await expect(decide(ctx)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    }
    await expect(cancelTransfer(taker.owner, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(getTransfer(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await getTransfer(giver.member, id)).toMatchObject({
      state: 'open',
      canAccept: false,
      canCancel: false,
    })
  })

  test.each([
    [
      'declined',
      (id: string, { taker }: Awaited<ReturnType<typeof makeTwoCompanies>>) =>
        declineTransfer(taker.owner, id),
    ],
    [
      'cancelled',
      (id: string, { giver }: Awaited<ReturnType<typeof makeTwoCompanies>>) =>
        cancelTransfer(giver.owner, id),
    ],
    [
      'expired',
      async (id: string) => {
        await db.transfer.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
      },
    ],
  ])('cannot be accepted once it is %s, and can be made again', async (state, end) => {
    const all = await makeTwoCompanies()
    const { giver, taker, skillSetId } = all
    const { handle } = taker.publisher
    const offer = () => offerTransfer(giver.owner, { skillSetId }, { to: handle })
    const id = await offer()
    await expect(offer()).rejects.toMatchObject({ code: 'CONFLICT' })

    await end(id, all)

    expect(await getTransfer(giver.owner, id)).toMatchObject({ state })
    await expect(acceptTransfer(taker.owner, id, { handle })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(offer()).resolves.toEqual(expect.any(String))
  })

  test('is accepted once when two owners accept at the same time', async () => {
    const { giver, taker, skillSetId } = await makeTwoCompanies()
    const { handle } = taker.publisher
    const id = await offerTransfer(giver.owner, { skillSetId }, { to: handle })

    const ends = await Promise.allSettled([1, 2].map(() => acceptTransfer(taker.owner, id, { handle })))

    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.auditEvent.count({ where: { subjectId: skillSetId, action: 'transfer.accept' } })).toBe(1)
  })
})
