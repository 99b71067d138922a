// A recall answers at once, and workers tell everyone in the background, also if one is killed.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { createPlan } from '#lib/plans/saved/saved-plans.ts'
import { confirmRecall, proposeRecall } from '#lib/publishing/recalls/recall.ts'
import { makeAutomation } from '#lib/testing/automation-setup.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeUser,
  type TestVersion,
} from '#lib/testing/factories.ts'
import { makePlan } from '#lib/testing/plan-setup.ts'
import { makeEndedRun } from '#lib/testing/run-setup.ts'
import { setUpWorkers } from '#lib/testing/start-workers.ts'
import { addToToolset, createToolset } from '#lib/toolsets/change-toolset.ts'

const db = database()
const { startWorker, stopWorker } = setUpWorkers()

const INSTALLS = process.env.GUILDHALL_LONG ? 100_000 : 1_000

/** Installs the version for many organisations, each with one owner. Returns the owners' ids. */
async function installForMany({ skillSetId, id: versionId }: TestVersion, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID()).sort()
  for (let at = 0; at < count; at += 5_000) {
    const some = ids.slice(at, at + 5_000)
    await db.user.createMany({ data: some.map((id) => ({ id, name: id, email: `${id}@test.local` })) })
    await db.organisation.createMany({ data: some.map((id) => ({ id, name: id })) })
    await db.membership.createMany({
      data: some.map((id) => ({ organisationId: id, userId: id, role: 'OWNER' as const })),
    })
    await db.install.createMany({
      data: some.map((id) => ({ organisationId: id, skillSetId, versionId, installedById: id, range: '^1' })),
    })
  }
  return ids
}

async function propose({ skillSetId, id }: TestVersion): Promise<string> {
  const request = { skillSetId, versionIds: [id], recallClass: 'malicious', reason: 'It sends secrets away.' }
  return proposeRecall(await contextFor(await makeAdmin()), request)
}

test('whoever ran, installed, mounted, planned or scheduled a version is told of its recall within a minute, and nobody else', async () => {
  const version = await makePublishedVersion()
  const { skillSetId, id: versionId, skillName } = version
  const people = await Promise.all(Array.from({ length: 6 }, () => makeUser()))
  const [ran, installed, mounted, planned, scheduled] = people
  await makeEndedRun(await contextFor(ran!), skillName)
  const organisationId = installed!.organisation.id
  await db.install.create({ data: { organisationId, skillSetId, versionId, installedById: installed!.id } })
  const ofMounted = await contextFor(mounted!)
  await createToolset(ofMounted, { name: 'desk' })
  await addToToolset(ofMounted, { toolset: 'desk', skill: skillName, versionId, consent: true })
  const plan = makePlan([{ id: 'only', tool: `${skillName}@^1`, args: { name: 'x' } }])
  await createPlan(await contextFor(planned!), { title: 'A plan', text: JSON.stringify(plan) })
  await makeAutomation(await contextFor(scheduled!), { skill: skillName, input: { name: 'Ada' } })
  const ids = people.map(({ id }) => id)
  const listTold = async () => {
    const notices = await db.notice.findMany({ where: { userId: { in: ids }, kind: 'version.recalled' } })
    return notices.map(({ userId }) => userId).sort()
  }
  const id = await propose(version)
  startWorker()

  const startedAt = performance.now()
  await confirmRecall(await contextFor(await makeAdmin()), id)
  await expect.poll(listTold, { timeout: 60_000, interval: 100 }).toHaveLength(5)

  console.log(`five organisations told in ${Math.round(performance.now() - startedAt)} ms`)
  await expect
    .poll(async () => (await db.recall.findUniqueOrThrow({ where: { id } })).toldAt, { timeout: 60_000 })
    .not.toBeNull()
  expect(await listTold()).toEqual(ids.slice(0, 5).sort())
}, 180_000)

const countTold = (recallId: string) => db.recallReach.count({ where: { recallId, toldAt: { not: null } } })

test('a recall answers within a second for many installs, and each is told once though a worker is killed while it tells them', async () => {
  const version = await makePublishedVersion()
  const users = await installForMany(version, INSTALLS)
  const id = await propose(version)
  const ctx = await contextFor(await makeAdmin())

  const startedAt = performance.now()
  await confirmRecall(ctx, id)
  expect(performance.now() - startedAt).toBeLessThan(1_000)

  // One of them cannot be told until the worker is dead, so that it is certainly killed in the middle.
  await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${users[250]} FOR UPDATE`
      const worker = startWorker()
      await expect.poll(() => countTold(id), { timeout: 60_000 }).toBeGreaterThan(100)
      await stopWorker(worker, 'SIGKILL')
    },
    { timeout: 120_000 },
  )
  expect(await countTold(id)).toBeLessThan(INSTALLS)
  const tellingAt = performance.now()
  startWorker()

  await expect.poll(() => countTold(id), { timeout: 3_000_000, interval: 500 }).toBe(INSTALLS)
  console.log(`${INSTALLS} organisations told in ${Math.round(performance.now() - tellingAt)} ms`)
  const notices = await db.notice.groupBy({
    by: ['userId'],
    where: { kind: 'version.recalled', href: `/recalls/${id}` },
    _count: true,
  })
  const told = notices.filter(({ userId }) => userId !== version.skillSet.publisher.owner.id)
  expect(told).toHaveLength(INSTALLS)
  expect(told.filter(({ _count }) => _count !== 1)).toEqual([])
  await expect
    .poll(async () => (await db.recall.findUniqueOrThrow({ where: { id } })).toldAt, { timeout: 60_000 })
    .not.toBeNull()
}, 3_600_000)
