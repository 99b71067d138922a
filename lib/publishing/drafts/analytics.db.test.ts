import { expect, test } from 'vitest'
import { countPageView, flushPageViews } from '../../catalog/count-page-views.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { getAnalytics, writeAnalytics } from './analytics.ts'

async function countDay(
  skillSetId: string,
  skillName: string,
  daysAgo: number,
  figures: [number, number, number],
) {
  const [runs, succeeded, customers] = figures
  const day = new Date(Date.now() - daysAgo * 86_400_000)
  await database().skillDay.create({
    data: { skillName, skillSetId, day, slot: 0, runs, succeeded, customers },
  })
}

test('figures of own skills are summed by skill and day, and organisations shown only if there are several', async () => {
  const publisher = await makePublisher()
  const { skillSet } = await makePublishedVersion({ publisher })
  const { skillSet: foreign } = await makePublishedVersion()
  const name = `${publisher.handle}.${skillSet.slug}.greet`
  await countDay(skillSet.id, name, 0, [3, 2, 1])
  await countDay(skillSet.id, name, 2, [5, 5, 2])
  await countDay(skillSet.id, name, 60, [9, 9, 3])
  await countDay(foreign.id, `other.${foreign.slug}.greet`, 0, [7, 7, 3])
  const ctx = await contextFor(publisher.owner)

  const few = await getAnalytics(ctx, { days: '30', skill: 'unknown' })
  expect(few).toMatchObject({
    days: 30,
    skills: [{ skillName: name, succeeded: 7, failed: 1, organisations: null }],
  })
  expect(few.series).toHaveLength(30)
  expect(few.series.at(-1)).toMatchObject({ succeeded: 2, failed: 1, organisations: null, earnings: '0' })
  expect(few.series.at(-3)).toMatchObject({ succeeded: 5, failed: 0 })

  for (let each = 0; each < 3; each += 1) {
    const { id: organisationId } = await makeOrganisation({ owner: publisher.owner })
    await database().skillCustomer.create({
      data: { skillName: name, skillSetId: skillSet.id, organisationId, lastDay: new Date() },
    })
  }
  const many = await getAnalytics(ctx, { days: 30 })
  expect(many).toMatchObject({ skills: [{ organisations: 3 }], organisations: 3 })
  expect(many.series.at(-3)).toMatchObject({ organisations: 2 })
})

test('an organisation that ran two skills counts once, and not by day', async () => {
  const publisher = await makePublisher()
  const sets = [await makePublishedVersion({ publisher }), await makePublishedVersion({ publisher })]
  const customers = await Promise.all([makeUser(), makeUser(), makeUser()])
  for (const { skillName, skillSetId } of sets) {
    await countDay(skillSetId, skillName, 0, [3, 3, 3])
    for (const { organisation } of customers)
      await database().skillCustomer.create({
        data: { skillName, skillSetId, organisationId: organisation.id, lastDay: new Date() },
      })
  }
  const ctx = await contextFor(publisher.owner)

  const all = await getAnalytics(ctx)
  expect(all.organisations).toBe(3)
  expect(all.series.at(-1)?.organisations).toBeNull()
  const one = await getAnalytics(ctx, { skill: sets[0]!.skillName })
  expect(one.organisations).toBe(3)
  expect(one.series.at(-1)?.organisations).toBe(3)
})

test('views, installs and ratings stand beside those of the period before, and the days are a CSV', async () => {
  const publisher = await makePublisher()
  const version = await makePublishedVersion({ publisher })
  const { skillName, skillSetId, number: versionNumber } = version
  await countDay(skillSetId, skillName, 0, [2, 1, 1])
  const [reader, other] = [await makeUser(), await makeUser()]
  const at = (days: number) => new Date(Date.now() - days * 86_400_000)
  const browser = new Headers({ 'user-agent': 'Mozilla/5.0' })
  const page = { skillSetId, skillSlug: 'greet' }
  countPageView(page, browser)
  countPageView(page, browser)
  countPageView(page, new Headers({ 'user-agent': 'Googlebot/2.1' }))
  countPageView(page, new Headers({ 'user-agent': 'Mozilla/5.0', 'next-action': 'x' }))
  countPageView({ skillSetId }, browser)
  await flushPageViews(database())
  countPageView(page, browser)
  await flushPageViews(database(), at(9))
  const rating = { skillSetId, versionNumber }
  await database().rating.create({ data: { ...rating, userId: reader.id, points: 4 } })
  await database().rating.create({ data: { ...rating, userId: other.id, points: 2, updatedAt: at(9) } })
  const install = { skillSetId, versionId: version.id, installedById: reader.id }
  for (const { organisation } of [reader, publisher.owner])
    await database().install.create({ data: { ...install, organisationId: organisation.id } })
  const ctx = await contextFor(publisher.owner)

  const analytics = await getAnalytics(ctx, { days: 7, skill: skillName })

  expect(analytics).toMatchObject({
    period: { views: 2, succeeded: 1, failed: 1, ratings: 1, averageRating: 4 },
    periodBefore: { views: 1, succeeded: 0, failed: 0, installs: 0, ratings: 1, averageRating: 2 },
    advice: [],
  })
  expect((await getAnalytics(ctx, { days: 7 })).period.views).toBe(3)
  const csv = (await writeAnalytics(ctx, { days: 7, skill: skillName })).split('\r\n')
  expect(csv[0]).toBe('day,views,succeeded,failed,organisations,earnings_usdc')
  expect(csv[7]).toBe(`${at(0).toISOString().slice(0, 10)},2,1,1,,0`)
})

test('others and visitors see nothing of it', async () => {
  expect(await getAnalytics(await contextFor(await makeUser()))).toMatchObject({ skills: [] })
  await expect(getAnalytics(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(writeAnalytics(visitor())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a chosen skill has figures by version, without times that few organisations caused', async () => {
  const publisher = await makePublisher()
  const { skillName, skillSetId } = await makePublishedVersion({ publisher })
  await countDay(skillSetId, skillName, 0, [4, 4, 3])
  const run = async (version: string) => {
    const ctx = await contextFor(await makeUser(), { sandbox: returns({ message: 'Hello.' }) })
    const { id } = await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
    await database().run.update({ where: { id }, data: { versionNumber: version, durationMs: 123 } })
  }
  for (const version of ['1.0.0', '1.10.0', '1.10.0', '1.10.0']) await run(version)
  const ctx = await contextFor(publisher.owner)

  const { versions } = await getAnalytics(ctx, { skill: skillName })

  expect(versions).toEqual([
    { versionNumber: '1.10.0', runs: 3, succeeded: 3, p50Ms: 120, p95Ms: 120 },
    { versionNumber: '1.0.0', runs: 1, succeeded: 1, p50Ms: null, p95Ms: null },
  ])
  expect((await getAnalytics(ctx)).versions).toEqual([])
})
