import { expect, test } from 'vitest'
import { createCollection, setInCollection } from '../catalog/collections/collections.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
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
