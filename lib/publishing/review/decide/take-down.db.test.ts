import { expect, test } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeAdmin,
  makeDraft,
  makePublishedVersion,
  visitor,
} from '../../../testing/factories.ts'
import { ownerOf } from '../../../testing/setup/catalog/retirements.ts'
import { takeDown } from './retire-version.ts'

const db = database()

const stateOf = async (id: string) => (await db.version.findUniqueOrThrow({ where: { id } })).state

test('taking a SkillSet down ends every public version of it and leaves the private ones', async () => {
  const skillSet = await makeDraft()
  const of = (version: string, visibility: 'PUBLIC' | 'PRIVATE' = 'PUBLIC') =>
    makePublishedVersion({ skillSet, document: { ...skillSet.document, version, visibility } })
  const [one, two, own] = [await of('1.0.0'), await of('1.1.0'), await of('1.2.0', 'PRIVATE')]

  const numbers = await takeDown(await contextFor(await makeAdmin()), {
    skillSetId: skillSet.id,
    reason: 'It leaks.',
  })

  expect(numbers.toSorted()).toEqual(['1.0.0', '1.1.0'])
  expect([await stateOf(one.id), await stateOf(two.id), await stateOf(own.id)]).toEqual([
    'YANKED',
    'YANKED',
    'PUBLISHED',
  ])
  expect(await db.catalogEntry.count({ where: { skillSetId: skillSet.id } })).toBe(0)
})

test('a SkillSet that has nothing public cannot be taken down again', async () => {
  const { skillSetId } = await makePublishedVersion({ state: 'YANKED' })
  const ctx = await contextFor(await makeAdmin())

  await expect(takeDown(ctx, { skillSetId, reason: 'Again.' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(takeDown(ctx, { skillSetId: '\0', reason: 'Why not.' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(takeDown(ctx, { skillSetId: 'nothing', reason: 'Why not.' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a publisher cannot take a SkillSet down, but can yank versions', async () => {
  const version = await makePublishedVersion()
  const request = { skillSetId: version.skillSetId, reason: 'Because.' }

  await expect(takeDown(await contextFor(ownerOf(version)), request)).rejects.toMatchObject({
    code: 'POLICY_DENIED',
  })
  await expect(takeDown(visitor(), request)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(
    takeDown(await contextFor(await makeAdmin()), { ...request, reason: '' }),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})
