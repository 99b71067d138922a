import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  freshName,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeUser,
} from '../../testing/factories.ts'
import { deleteUnpublished, findOwnSkillSet, insertSkillSet, updateUnpublishedSlug } from './skill-sets.ts'

const db = database()

test('a slug is taken once per publisher, and the transaction lives on', async () => {
  const [one, other] = [await makePublisher(), await makePublisher()]
  const slug = freshName('set')

  const made = await db.$transaction(async (tx) => [
    await insertSkillSet(tx, { publisherId: one.id, slug, name: 'First' }),
    await insertSkillSet(tx, { publisherId: one.id, slug, name: 'Second' }),
    await insertSkillSet(tx, { publisherId: other.id, slug, name: 'Elsewhere' }),
  ])

  expect(made).toEqual([expect.any(String), null, expect.any(String)])
})

test('of two simultaneous moves to one slug, one succeeds', async () => {
  const publisher = await makePublisher()
  const [one, other] = [await makeDraft({ publisher }), await makeDraft({ publisher })]
  const slug = freshName('wanted')

  const move = ({ id }: { id: string }) =>
    db.$transaction((tx) => updateUnpublishedSlug(tx, { id, publisherId: publisher.id, slug }))

  const moved = await Promise.all([move(one), move(other)])

  expect(moved.toSorted()).toEqual([false, true])
})

test.each(['PUBLISHED', 'DEPRECATED', 'YANKED', 'IN_REVIEW'] as const)(
  'a SkillSet with a version that is %s cannot be moved or deleted',
  async (state) => {
    const { skillSet } = await makePublishedVersion({ state })
    const { id, publisherId } = skillSet

    const move = db.$transaction((tx) =>
      updateUnpublishedSlug(tx, { id, publisherId, slug: freshName('other') }),
    )

    expect(await move).toBe(false)
    expect(await db.$transaction((tx) => deleteUnpublished(tx, skillSet.id))).toBe(false)
  },
)

test('it is visible to every member of the owning organisation, and to no one else', async () => {
  const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const { id: skillSetId } = await makeDraft({ publisher: await makePublisher({ owner, organisation }) })
  const find = (userId: string) => findOwnSkillSet(db, { skillSetId, userId })

  expect((await find(owner.id))?.id).toBe(skillSetId)
  expect((await find(member.id))?.id).toBe(skillSetId)
  expect(await find(stranger.id)).toBeNull()
})
