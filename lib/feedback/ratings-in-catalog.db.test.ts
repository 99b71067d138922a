// What people say of a SkillSet counts where skills are looked for.
import { expect, test } from 'vitest'
import { refreshCatalogEntries } from '../catalog/refresh-catalog-entries.ts'
import { searchCatalog } from '../catalog/search-catalog.ts'
import type { Context } from '../context.ts'
import { parseCatalogQuery } from '../contract/market/catalog-query.ts'
import { database } from '../db/client.ts'
import { runToEnd } from '../execution/start-run.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { rate, takeRatingBack } from './rate.ts'

/** Two skills that only their publishers tell apart, found by a word of their own. */
async function makeTwins() {
  const word = freshName('twin').replace('_', '')
  const twins = await Promise.all([makeListed(word), makeListed(word)])
  // What is as good is listed by name.
  const [first, second] = twins.sort((a, b) => (a.skillName < b.skillName ? -1 : 1))
  const search = async (sort: string) =>
    (await searchCatalog(visitor(), parseCatalogQuery(new URLSearchParams({ q: word, sort })).query)).cards
  return { first: first!, second: second!, search }
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

test('of two skills that are used as much the better rated comes first', async () => {
  const { first, second, search } = await makeTwins()
  const ctx = await runner(first, second)
  // Runs are counted after they have ended, and nobody waits for it.
  const counted = async () => (await search('name')).map(({ evidence }) => evidence.succeeded)
  await expect.poll(counted).toEqual([1, 1])
  const names = async () => (await search('best')).map(({ name }) => name)
  expect(await names()).toEqual([first.skillName, second.skillName])

  await rate(ctx, second.ref, { points: 5 })
  expect(await names()).toEqual([second.skillName, first.skillName])

  await rate(ctx, second.ref, { points: 1 })
  expect(await names()).toEqual([first.skillName, second.skillName])
})

test('a card tells the mean and how many rated, also after the next version, and nothing when none did', async () => {
  const { first, search } = await makeTwins()
  const people = await Promise.all([runner(first), runner(first)])
  const shown = async () => (await search('name'))[0]!.rating

  await Promise.all(people.map((ctx, index) => rate(ctx, first.ref, { points: 4 + index })))
  expect(await shown()).toEqual({ mean: '4.5', count: 2 })

  await first.list()
  expect(await shown()).toEqual({ mean: '4.5', count: 2 })

  await Promise.all(people.map((ctx) => takeRatingBack(ctx, first.ref)))
  expect(await shown()).toBeNull()
})
