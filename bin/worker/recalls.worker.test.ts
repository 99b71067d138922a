// A recall answers at once, and workers tell everyone in the background, also if one is killed.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { confirmRecall, proposeRecall } from '#lib/publishing/recalls/recall.ts'
import { contextFor, makeAdmin, makePublishedVersion, type TestVersion } from '#lib/testing/factories.ts'
import { setUpWorkers } from '#lib/testing/start-workers.ts'

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
