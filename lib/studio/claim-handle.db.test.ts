import { describe, expect, test } from 'vitest'
import {
  contextFor,
  freshName,
  makeOrganisation,
  makePublisher,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { claimHandle, MAX_HANDLES, whyNotClaim } from './claim-handle.ts'
import { listMySkillSets } from './list-my-skill-sets.ts'

const displayName = 'Acme Tools'

describe('claiming a handle', () => {
  test('gives it to the organisation, and nobody else can have it', async () => {
    const [ada, ben] = [await contextFor(await makeUser()), await contextFor(await makeUser())]
    const handle = freshName('acme')
    expect(await whyNotClaim(ben, handle)).toBeUndefined()

    await claimHandle(ada, { handle, displayName })

    expect((await listMySkillSets(ada)).publishers).toEqual([{ handle, displayName }])
    expect(await whyNotClaim(ben, handle)).toContain('already')
    await expect(claimHandle(ben, { handle, displayName })).rejects.toMatchObject({
      code: 'CONFLICT',
      options: { issues: [{ path: '/handle' }] },
    })
  })

  test('keeps of the name what can be seen', async () => {
    const ctx = await contextFor(await makeUser())
    const handle = freshName('acme')

    await claimHandle(ctx, { handle, displayName: ' Ac\u200bme\u202e\n Tools\u0000' })

    expect((await listMySkillSets(ctx)).publishers).toEqual([{ handle, displayName }])
  })

  test('two organisations that want it at once do not both get it', async () => {
    const contexts = [await contextFor(await makeUser()), await contextFor(await makeUser())]
    const handle = freshName('acme')

    const endings = await Promise.allSettled(contexts.map((ctx) => claimHandle(ctx, { handle, displayName })))

    expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each(['', 'publish', 'guildhall', 'Acme', 'acme-tools', 'a b', 'x'.repeat(65), 'acme\u0000', 'ünter'])(
    '%j is refused beside its field',
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
    expect(await whyNotClaim(await contextFor(owner), handle)).toBeUndefined()
  })

  test('nobody sits on many names, not even by asking for them at once', async () => {
    const owner = await makeUser()
    for (let count = 1; count < MAX_HANDLES; count += 1) await makePublisher({ owner })
    const ctx = await contextFor(owner)
    const claim = () => claimHandle(ctx, { handle: freshName('acme'), displayName })

    const endings = await Promise.allSettled([claim(), claim()])

    expect(endings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(claim()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })
})
