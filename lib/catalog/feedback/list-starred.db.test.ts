import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
  visitor,
} from '../../testing/factories.ts'
import { refreshCatalogEntries } from '../refresh-catalog-entries.ts'
import { listStarred } from './list-starred.ts'
import { setStar } from './ratings.ts'

async function makeListed(): Promise<TestVersion> {
  const version = await makePublishedVersion()
  await database().$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  return version
}

const refOf = ({ skillSet }: TestVersion) => ({
  publisher: skillSet.publisher.handle,
  skillset: skillSet.slug,
})

test('a person finds the skills that they starred, and nobody else’s', async () => {
  const [mine, theirs] = [await makeListed(), await makeListed()]
  const [me, them] = [await contextFor(await makeUser()), await contextFor(await makeUser())]
  await setStar(me, refOf(mine), true)
  await setStar(them, refOf(theirs), true)

  const { cards, unlisted } = await listStarred(me)

  expect(cards.map(({ name }) => name)).toEqual([mine.skillName])
  expect(unlisted).toBe(0)
})

test('starred SkillSets that are not in the catalogue are counted', async () => {
  const owner = await makeUser()
  const hidden = await makePublishedVersion({ document: makeSkillSetDocument() })
  const me = await contextFor(owner)
  await setStar(me, refOf(hidden), true)

  expect(await listStarred(me)).toEqual({ cards: [], unlisted: 1 })
})

test('a visitor has no starred skills to list', async () => {
  await expect(listStarred(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
