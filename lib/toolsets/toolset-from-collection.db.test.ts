import { expect, test } from 'vitest'
import { createCollection, setInCollection, updateCollection } from '../catalog/collections/collections.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../testing/factories.ts'
import { listToolsets } from './list-toolsets.ts'
import { createToolsetFromCollection } from './toolset-from-collection.ts'

const itemOf = ({ skillSet }: Awaited<ReturnType<typeof makePublishedVersion>>) => ({
  publisher: skillSet.publisher.handle,
  skillset: skillSet.slug,
})

test('a toolset made from a collection has its skills without permissions, and names those to agree to', async () => {
  const owner = await makeUser()
  const me = await contextFor(owner)
  const free = await makePublishedVersion()
  const asking = await makePublishedVersion({
    document: makeSkillSetDocument({ permissions: { network: ['api.example.com'] } }),
  })
  const { id } = await createCollection(me, { title: 'Desk', item: itemOf(free) })
  await setInCollection(me, { collection: id, item: itemOf(asking), isIn: true })

  const made = await createToolsetFromCollection(me, { collection: id, name: 'desk' })

  expect(made).toEqual({ slug: 'desk', added: [free.skillName], left: [asking.skillName] })
  const { toolsets } = await listToolsets(me)
  expect(toolsets).toMatchObject([{ slug: 'desk', skills: [{ name: free.skillName }] }])
})

test('a toolset made from a large collection has none of what comes after its first 100 skills', async () => {
  const me = await contextFor(await makeUser())
  const skills = Array.from({ length: 100 }, (_, n) =>
    makeSkillDocument({ slug: `skill_${n}`, name: `Skill ${n}` }),
  )
  const large = await makePublishedVersion({
    document: makeSkillSetDocument({ skills, permissions: { network: ['api.example.com'] } }),
  })
  const free = await makePublishedVersion()
  const { id } = await createCollection(me, { title: 'Desk', item: itemOf(large) })
  await setInCollection(me, { collection: id, item: itemOf(free), isIn: true })

  const { added, left } = await createToolsetFromCollection(me, { collection: id, name: 'desk' })

  expect(added).toEqual([])
  expect(left).toHaveLength(101)
  expect(left.at(-1)).toBe(free.skillName)
})

test('no toolset is made from a public collection of another person', async () => {
  const [owner, reader] = [await contextFor(await makeUser()), await contextFor(await makeUser())]
  const { id } = await createCollection(owner, { title: 'Desk', item: itemOf(await makePublishedVersion()) })
  await updateCollection(owner, { collection: id, title: 'Desk', isPublic: true })

  await expect(createToolsetFromCollection(reader, { collection: id, name: 'desk' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await listToolsets(reader)).toolsets).toEqual([])
})

test('no toolset is made from an empty collection, another person’s collection, or by a plain member', async () => {
  const [owner, member] = [await makeUser(), await makeUser()]
  const me = await contextFor(owner)
  const { id } = await createCollection(me, { title: 'Desk' })
  await expect(createToolsetFromCollection(me, { collection: id, name: 'desk' })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
  await expect(
    createToolsetFromCollection(await contextFor(member), { collection: id, name: 'desk' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const organisation = await makeOrganisation({ owner, members: [member] })
  const asMember = await contextFor(member, { organisation })
  const own = await createCollection(asMember, { title: 'Mine', item: itemOf(await makePublishedVersion()) })
  await expect(
    createToolsetFromCollection(asMember, { collection: own.id, name: 'desk' }),
  ).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  expect((await listToolsets(me)).toolsets).toEqual([])
})
