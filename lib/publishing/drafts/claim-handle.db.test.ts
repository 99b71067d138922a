import { describe, expect, test } from 'vitest'
import {
  contextFor,
  freshName,
  makeOrganisation,
  makePublisher,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { claimHandle, findHandleClaimError, MAX_HANDLES } from './claim-handle.ts'
import { listMySkillSets } from './list-my-skill-sets.ts'

const displayName = 'Acme Tools'

describe('claiming a handle', () => {
  test('gives it to the organisation exclusively', async () => {
    const [ada, ben] = [await contextFor(await makeUser()), await contextFor(await makeUser())]
    const handle = freshName('acme')
    expect(await findHandleClaimError(ben, handle)).toBeUndefined()

    await claimHandle(ada, { handle, displayName })

    expect((await listMySkillSets(ada)).publishers).toEqual([{ handle, displayName }])
    expect(await findHandleClaimError(ben, handle)).toContain('already')
    await expect(claimHandle(ben, { handle, displayName })).rejects.toMatchObject({
      code: 'CONFLICT',
      options: { issues: [{ path: '/handle' }] },
    })
  })

  test('keeps the visible characters of the name', async () => {
    const ctx = await contextFor(await makeUser())
    const handle = freshName('acme')

    await claimHandle(ctx, { handle, displayName: ' Ac\u200bme\u202e\n Tools\u0000' })

    expect((await listMySkillSets(ctx)).publishers).toEqual([{ handle, displayName }])
  })

  test('two organisations cannot both get it at the same time', async () => {
    const contexts = [await contextFor(await makeUser()), await contextFor(await makeUser())]
    const handle = freshName('acme')

    const endings = await Promise.allSettled(contexts.map((ctx) => claimHandle(ctx, { handle, displayName })))

    expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each(['', 'publish', 'guildhall', 'Acme', 'acme-tools', 'a b', 'x'.repeat(65), 'acme\u0000', 'ünter'])(
    '%j is refused next to its field',
    async (handle) => {
      const ctx = await contextFor(await makeUser())

      await expect(claimHandle(ctx, { handle, displayName: ' ' })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        options: { issues: [{ path: '/handle' }, { path: '/displayName' }] },
      })
    },
  )

  test('a plain member is refused, and so is a visitor', async () => {
    const [owner, member] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const handle = freshName('acme')

    const asMember = claimHandle(await contextFor(member, { organisation }), { handle, displayName })
    await expect(asMember).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await expect(claimHandle(visitor(), { handle, displayName })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    expect(await findHandleClaimError(await contextFor(owner), handle)).toBeUndefined()
  })

  test('no one can claim many names, not even with simultaneous requests', async () => {
    const owner = await makeUser()
    for (let count = 1; count < MAX_HANDLES; count += 1) await makePublisher({ owner })
    const ctx = await contextFor(owner)
    const claim = () => claimHandle(ctx, { handle: freshName('acme'), displayName })

    const endings = await Promise.allSettled([claim(), claim()])

    expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(claim()).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      options: { limit: { what: 'handles', max: MAX_HANDLES, used: MAX_HANDLES } },
    })
  })
})
