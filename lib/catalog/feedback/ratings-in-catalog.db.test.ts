// Tests how ratings affect the search.
import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { parseCatalogQuery } from '../model/catalog-query.ts'
import { refreshCatalogEntries } from '../refresh-catalog-entries.ts'
import { searchCatalog } from '../search-catalog.ts'
import { rateSkillSet, withdrawRating } from './ratings.ts'

/** Creates two skills that differ only in their publisher, and that a unique word finds. */
async function makeSimilarSkills() {
  const word = freshName('twin').replace('_', '')
  // The older of two equally good skills is listed first.
  const [first, second] = [await makeListed(word), await makeListed(word)]
  const search = async (sort: string) =>
    (await searchCatalog(visitor(), parseCatalogQuery(new URLSearchParams({ q: word, sort })).query)).cards
  return { first, second, search }
}

async function makeListed(word: string) {
  const skill = makeSkillDocument({ tags: [word] })
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [skill] }) })
  const list = () => database().$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  await list()
  const { skillName, skillSet } = version
  return { skillName, list, ref: { publisher: skillSet.publisher.handle, skillset: skillSet.slug } }
}

async function runner(...skills: { skillName: string }[]): Promise<Context> {
  const ctx = await contextFor(await makeUser())
  for (const { skillName } of skills)
    await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
  return ctx
}

test('of two equally used skills, the better rated one comes first', async () => {
  const { first, second, search } = await makeSimilarSkills()
  const ctx = await runner(first, second)
  // Runs are counted in the background after they end.
  const counted = async () => (await search('name')).map(({ evidence }) => evidence.succeeded)
  await expect.poll(counted).toEqual([1, 1])
  const names = async () => (await search('best')).map(({ name }) => name)
  expect(await names()).toEqual([first.skillName, second.skillName])

  await rateSkillSet(ctx, second.ref, { points: 5 })
  expect(await names()).toEqual([second.skillName, first.skillName])

  await rateSkillSet(ctx, second.ref, { points: 1 })
  expect(await names()).toEqual([first.skillName, second.skillName])
})

test('a card of the catalogue shows the mean and the number of ratings, also after the next version, and nothing without ratings', async () => {
  const { first, search } = await makeSimilarSkills()
  const people = await Promise.all([runner(first), runner(first)])
  const shown = async () => (await search('name')).find(({ name }) => name === first.skillName)!.rating

  await Promise.all(people.map((ctx, index) => rateSkillSet(ctx, first.ref, { points: 4 + index })))
  expect(await shown()).toEqual({ mean: '4.5', count: 2 })

  await first.list()
  expect(await shown()).toEqual({ mean: '4.5', count: 2 })

  await Promise.all(people.map((ctx) => withdrawRating(ctx, first.ref)))
  expect(await shown()).toBeNull()
})
