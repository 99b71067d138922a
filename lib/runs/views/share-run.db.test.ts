import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { findFrameAncestors } from '../../protocols/http/server/frame-ancestors.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { makeCaller, makeEndedRun } from '../../testing/run-setup.ts'
import { deleteRunContent } from '../lifecycle/sweep-old-runs.ts'
import { getRunPage } from './get-run.ts'
import { getSharedRun, listMyLinks, revokeShare, shareRun } from './share-run.ts'

describe('a shared link', () => {
  test('a shared link shows input and output to anyone, and nothing of people, logs or config', async () => {
    const { ctx, user } = await makeCaller()
    const shared = await makeEndedRun({ ...ctx, sandbox: returns({ message: 'Hello, Ada!' }) })
    const { token } = await shareRun(ctx, shared.id)

    const seen = await getSharedRun(visitor(), token)

    expect(seen.run).toMatchObject({
      input: { name: 'Ada' },
      output: { message: 'Hello, Ada!' },
      state: 'succeeded',
    })
    expect(Object.keys(seen.run)).not.toContain('logs')
    expect(JSON.stringify(seen)).not.toContain(user.name)
  })

  test('a shared link that is revoked or guessed opens nothing', async () => {
    const { ctx } = await makeCaller()
    const { token, share } = await shareRun(ctx, (await makeEndedRun(ctx)).id)

    await revokeShare(ctx, share.id)

    await expect(getSharedRun(visitor(), token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getSharedRun(visitor(), share.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a shared link that has expired opens nothing, in a frame neither', async () => {
    const { ctx } = await makeCaller()
    const { id } = await makeEndedRun(ctx)
    const past = new Date(Date.now() - 2 * 86_400_000)
    const expired = await shareRun(ctx, id, { expiry: '1' }, past)
    const open = await shareRun(ctx, id, { expiry: '7' }, past)

    await expect(getSharedRun(visitor(), expired.token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await getSharedRun(visitor(), open.token)).run.state).toBe('succeeded')
    expect(await findFrameAncestors(`/embed/shared/${open.token}`)).toEqual(['*'])
    expect(await findFrameAncestors(`/shared/${open.token}`)).toEqual([])
    for (const token of [expired.token, 'guessed'])
      expect(await findFrameAncestors(`/embed/shared/${token}`)).toEqual([])
    await revokeShare(ctx, open.share.id)
    expect(await findFrameAncestors(`/embed/shared/${open.token}`)).toEqual([])
    await expect(shareRun(ctx, id, { expiry: '365' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('the owner of shared links sees them again until they end, and nobody else does', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(owner, { organisation })
    const { id } = await makeEndedRun(ctx)
    const [kept, ended] = [await shareRun(ctx, id, { expiry: '7' }), await shareRun(ctx, id)]
    await shareRun(ctx, id, { expiry: '1' }, new Date(Date.now() - 2 * 86_400_000))

    await revokeShare(ctx, ended.share.id)

    expect(await listMyLinks(ctx)).toMatchObject([
      { id: kept.share.id, token: kept.token, run: { id, title: 'name Ada' } },
    ])
    expect((await getRunPage(ctx, id)).shares.map(({ token }) => token)).toContain(kept.token)
    expect(await database().sealedSecret.count({ where: { id: ended.share.id } })).toBe(0)
    const theirs = await contextFor(member, { organisation })
    expect(await listMyLinks(theirs)).toEqual([])
    expect((await getRunPage(theirs, id)).shares).toEqual([])
    await expect(listMyLinks(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await deleteRunContent(ctx, id)
    expect(await database().sealedSecret.count({ where: { id: kept.share.id } })).toBe(0)
  })

  test('a shared link is created and revoked by users who can manage the run', async () => {
    const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(owner, { organisation })
    const { id } = await makeEndedRun(ctx)
    const { share } = await shareRun(ctx, id)

    for (const [user, code] of [
      [member, 'POLICY_DENIED'],
      [stranger, 'NOT_FOUND'],
    ] as const) {
      const theirs = await contextFor(user)
      await expect(shareRun(theirs, id)).rejects.toMatchObject({ code })
      await expect(revokeShare(theirs, share.id)).rejects.toMatchObject({ code })
    }
    await expect(shareRun(visitor(), id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
