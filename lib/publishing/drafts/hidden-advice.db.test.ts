import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makeDraft, makeUser, visitor } from '../../testing/factories.ts'
import { getDraft } from './get-draft.ts'
import { changeHiddenAdvice } from './hidden-advice.ts'

const db = database()

async function setUp() {
  const skillSet = await makeDraft()
  const { organisationId } = skillSet.publisher
  const join = async (role: 'ADMIN' | 'MEMBER') => {
    const user = await makeUser()
    await db.membership.create({ data: { userId: user.id, organisationId, role } })
    return contextFor(user)
  }
  const owner = await contextFor(skillSet.publisher.owner)
  return { skillSetId: skillSet.id, owner, colleague: await join('ADMIN'), member: await join('MEMBER') }
}

test('advice that one editor hides is hidden for the draft, and can be shown again', async () => {
  const { skillSetId, owner, colleague } = await setUp()
  const before = await db.draft.findUniqueOrThrow({ where: { skillSetId } })

  await changeHiddenAdvice(owner, {
    skillSetId,
    change: { hide: ['every bounds', 'described /a'], show: [] },
  })
  await changeHiddenAdvice(colleague, {
    skillSetId,
    change: { hide: ['every bounds'], show: ['described /a'] },
  })

  expect((await getDraft(colleague, skillSetId)).hiddenAdvice).toEqual(['every bounds'])
  const { revision, updatedAt } = await db.draft.findUniqueOrThrow({ where: { skillSetId } })
  expect({ revision, updatedAt }).toEqual({ revision: before.revision, updatedAt: before.updatedAt })
})

test('two editors who hide advice at once do not undo each other, and the newest 300 stay', async () => {
  const { skillSetId, owner, colleague } = await setUp()
  const many = Array.from({ length: 300 }, (_, n) => `bounds /${n}`)
  await changeHiddenAdvice(owner, { skillSetId, change: { hide: many, show: [] } })

  await Promise.all([
    changeHiddenAdvice(owner, { skillSetId, change: { hide: ['a'], show: [] } }),
    changeHiddenAdvice(colleague, { skillSetId, change: { hide: ['b'], show: [] } }),
  ])

  const { hiddenAdvice } = await getDraft(owner, skillSetId)
  expect(hiddenAdvice).toHaveLength(300)
  expect(hiddenAdvice.slice(-2).toSorted()).toEqual(['a', 'b'])
  expect(hiddenAdvice).not.toContain('bounds /0')
})

test('only owners and admins of the publisher change which advice is hidden', async () => {
  const { skillSetId, owner, member } = await setUp()
  const change = { hide: ['a'], show: [] }
  const stranger = await contextFor(await makeUser())

  await expect(changeHiddenAdvice(member, { skillSetId, change })).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(changeHiddenAdvice(stranger, { skillSetId, change })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(changeHiddenAdvice(visitor(), { skillSetId, change })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  for (const wrong of [{ hide: 'a', show: [] }, { hide: ['a\0'], show: [] }, { hide: [''], show: [] }, null])
    await expect(changeHiddenAdvice(owner, { skillSetId, change: wrong })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
})
