// Notices to more people than one transaction may write: workers send them after the commit, also if one is killed.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { approve } from '#lib/publishing/review/decide/decide-submission.ts'
import { takeDown, yank } from '#lib/publishing/review/decide/retire-version.ts'
import { contextFor, makeAdmin, makePublishedVersion, type TestVersion } from '#lib/testing/factories.ts'
import { makeSubmission } from '#lib/testing/make-submission.ts'
import { setUpWorkers } from '#lib/testing/start-workers.ts'

const db = database()
const { startWorker, stopWorker } = setUpWorkers()

/** More than one batch, which is 200. */
const USERS = 250

/** Installs the version for many organisations, each with one owner. Returns the owners' ids in the order of notices. */
async function installForMany(version: TestVersion, range?: string): Promise<string[]> {
  const ids = Array.from({ length: USERS }, () => randomUUID()).sort()
  await db.user.createMany({ data: ids.map((id) => ({ id, name: id, email: `${id}@test.local` })) })
  await db.organisation.createMany({ data: ids.map((id) => ({ id, name: id })) })
  await db.membership.createMany({
    data: ids.map((id) => ({ organisationId: id, userId: id, role: 'OWNER' as const })),
  })
  await db.install.createMany({
    data: ids.map((id) => ({
      organisationId: id,
      skillSetId: version.skillSetId,
      versionId: version.id,
      installedById: id,
      ...(range !== undefined && { range }),
    })),
  })
  return ids
}

const noticesOf = (userIds: string[]) => db.notice.findMany({ where: { userId: { in: userIds } } })
const countNotices = (userIds: string[]) => db.notice.count({ where: { userId: { in: userIds } } })
const adminContext = async () => contextFor(await makeAdmin())

test('notices of a take-down survive a worker that is killed between two batches, and reach each person once', async () => {
  const version = await makePublishedVersion()
  const users = await installForMany(version)
  await takeDown(await adminContext(), { skillSetId: version.skillSetId, reason: 'It leaks.' })
  expect((await db.version.findUniqueOrThrow({ where: { id: version.id } })).state).toBe('YANKED')
  expect(await countNotices(users)).toBe(0)

  // The second batch waits for one of its people, so that the worker is certainly killed within it.
  await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${users[230]} FOR UPDATE`
      const worker = startWorker()
      await expect.poll(() => countNotices(users)).toBeGreaterThan(0)
      await stopWorker(worker, 'SIGKILL')
    },
    { timeout: 60_000 },
  )
  expect(await countNotices(users)).toBeLessThan(201)
  startWorker()

  await expect.poll(() => countNotices(users)).toBe(USERS)
  const notices = await noticesOf(users)
  expect(new Set(notices.map(({ userId }) => userId)).size).toBe(USERS)
  expect(new Set(notices.map(({ kind, body }) => `${kind}: ${body}`))).toEqual(
    new Set(['version.yanked: It leaks.']),
  )
})

test('a yank and an approval notify everyone concerned after they are committed', async () => {
  const [yanked, base] = [await makePublishedVersion(), await makePublishedVersion()]
  const users = await installForMany(yanked)
  const followers = await installForMany(base, '^1')
  const { skillSet } = base
  const document = {
    ...skillSet.document,
    version: '1.1.0',
    permissions: { network: ['new-host.example.com'] },
  }
  const update = await makeSubmission({ skillSet, document })
  const admin = await adminContext()

  await yank(admin, { versionId: yanked.id, reason: 'It fails.' })
  await approve(admin, { submissionId: update.id, reason: '' })

  expect([await countNotices(users), await countNotices(followers)]).toEqual([0, 0])
  startWorker()
  await expect.poll(() => countNotices(users)).toBe(USERS)
  await expect.poll(() => countNotices(followers)).toBe(USERS)
  const kinds = (await noticesOf([...users, ...followers])).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual([
    ...Array(USERS).fill('install.waiting'),
    ...Array(USERS).fill('version.yanked'),
  ])
})
