import { describe, expect, test } from 'vitest'
import { contextFor, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { makeCaller, makeEndedRun } from '../../testing/run-setup.ts'
import { getSharedRun, revokeShare, shareRun } from './share-run.ts'

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
