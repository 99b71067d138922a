// Storage of runs and blobs is counted as it is written, per organisation and person, and quotas refuse runs
// before they start.

import { beforeEach, expect, test, vi } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { createOrganisation } from '../../organisations/organisations.ts'
import { sweepOldRuns } from '../../runs/lifecycle/sweep-old-runs.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  type TestUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { openVaultToWrite } from '../../vault/vault.ts'
import { createBlob, deleteBlob } from '../blobs.ts'
import { foldStorageEntries, sumStored, sumVaults } from '../rows/storage-entries.ts'
import { storeBlob } from '../store-blob.ts'
import { getRunStorage, scheduleRunCleanup } from './run-storage.ts'

const db = database()
const MEGABYTE = 1024 * 1024
const { skillName } = await makePublishedVersion()

beforeEach(() => vi.unstubAllEnvs())

const used = async (user: TestUser, kind: 'runs' | 'blobs' = 'runs') =>
  (await sumStored(db, { organisationId: user.organisation.id }, kind)).organisation

async function run(user: TestUser, text = 'Ada', message = 'Hello.') {
  const ctx = await contextFor(user, { sandbox: returns({ message }) })
  return runToEnd(ctx, { skill: { name: skillName }, args: { name: text } })
}

/** Measures the actual size of the organisation's runs. */
async function measured(organisationId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length("input"::text) + coalesce(octet_length("output"::text), 0)
      + octet_length("logs"::text) + coalesce(octet_length("requests"::text), 0)
      + coalesce(octet_length("error"::text), 0) + coalesce(octet_length("errorDetail"::text), 0)
      + octet_length("warnings"::text) + octet_length("coercions"::text)), 0)::float8 AS "bytes"
    FROM "Run" WHERE "organisationId" = ${organisationId}`
  return row!.bytes
}

test('runs count with their inputs and outputs, and no longer once these are forgotten or the run is deleted', async () => {
  const user = await makeUser()
  await run(user, 'A'.repeat(10_000), 'B'.repeat(20_000))
  const { id } = await run(user)

  const both = await used(user)
  expect(both).toBeGreaterThan(30_000)
  expect(both).toBe(await measured(user.organisation.id))

  await scheduleRunCleanup(await contextFor(user), { days: 0 }, new Date(Date.now() + 1_000))
  await sweepOldRuns({ db })
  const emptied = await used(user)
  expect(emptied).toBeLessThan(500)
  expect(emptied).toBe(await measured(user.organisation.id))

  await db.run.delete({ where: { id } })
  expect(await used(user)).toBe(await measured(user.organisation.id))
})

test('blobs count until they are deleted', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const { id } = await createBlob(ctx, { content: new Uint8Array(5_000), kind: 'a/b' })

  expect(await used(user, 'blobs')).toBe(5_000)
  await deleteBlob(ctx, id)
  expect(await used(user, 'blobs')).toBe(0)
})

test('summing entries up changes no sum, also while runs are written', async () => {
  const user = await makeUser()
  const runs = Promise.all(Array.from({ length: 8 }, () => run(user, 'A'.repeat(1_000))))
  await Promise.all([foldStorageEntries(db), foldStorageEntries(db), runs, foldStorageEntries(db)])
  await foldStorageEntries(db)

  expect(await used(user)).toBe(await measured(user.organisation.id))
  expect(await db.storageEntry.count({ where: { organisationId: user.organisation.id } })).toBe(1)
})

test('a full quota refuses a run before it starts, states where to free space, and deletes nothing', async () => {
  const user = await makeUser()
  const { id } = await run(user, 'A'.repeat(100_000))
  vi.stubEnv('GUILDHALL_RUN_QUOTA_MB', '0.1')

  const refused = run(user)

  await expect(refused).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    options: {
      href: '/settings/storage',
      suggestedAction: expect.stringContaining('Storage'),
      limit: { what: 'run_storage', max: 0.1 * MEGABYTE, used: expect.any(Number), unit: 'bytes' },
    },
  })
  const rows = await db.run.findMany({ where: { organisationId: user.organisation.id } })
  expect(rows).toMatchObject([{ id, hasOutput: true }])
})

test('a run that was allowed to start stores its output, however little space is left', async () => {
  const user = await makeUser()
  vi.stubEnv('GUILDHALL_RUN_QUOTA_MB', '1')

  const ended = await run(user, 'Ada', 'B'.repeat(2 * MEGABYTE))

  expect(ended.state).toBe('succeeded')
  expect(await used(user)).toBeGreaterThan(2 * MEGABYTE)
  await expect(run(user)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
})

test('after space was freed runs start again', async () => {
  const user = await makeUser()
  await run(user, 'A'.repeat(100_000))
  vi.stubEnv('GUILDHALL_RUN_QUOTA_MB', '0.1')
  await expect(run(user)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })

  await scheduleRunCleanup(await contextFor(user), { days: 0 }, new Date(Date.now() + 1_000))
  await sweepOldRuns({ db })

  expect((await run(user)).state).toBe('succeeded')
})

test('organisations that one person created share an allowance, which those of others do not use', async () => {
  const [user, guest] = [await makeUser(), await makeUser()]
  const shared = await createOrganisation(await contextFor(user), { name: 'Second' })
  await run(user, 'A'.repeat(90_000))
  await db.storageEntry.create({ data: { organisationId: shared, kind: 'runs', bytes: 120_000 } })
  vi.stubEnv('GUILDHALL_RUN_QUOTA_MB', '0.15')
  vi.stubEnv('GUILDHALL_PERSON_QUOTA_FACTOR', '1.2')

  await expect(run(user)).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    message: expect.stringContaining('creator'),
  })
  expect((await run(guest)).state).toBe('succeeded')
})

test('blobs and vaults of one person’s organisations share an allowance too', async () => {
  const user = await makeUser()
  const second = await createOrganisation(await contextFor(user), { name: 'Second' })
  const organisation = await db.organisation.findUniqueOrThrow({ where: { id: second } })
  const limits = { maxBytes: 10_000, quotaBytes: 1_000, retentionMs: 60_000 }
  const owner = (organisationId: string) => ({ organisationId, userId: user.id })
  const upload = (organisationId: string) =>
    storeBlob(db, owner(organisationId), { content: new Uint8Array(900), kind: 'a/b' }, limits)
  vi.stubEnv('GUILDHALL_PERSON_QUOTA_FACTOR', '1.5')

  await upload(user.organisation.id)
  await expect(upload(second)).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    options: { href: '/settings/storage' },
  })

  const write = async (path: string, of = user.organisation) =>
    createFile(openVaultToWrite(await contextFor(user, { organisation: of })), {
      path,
      content: 'x'.repeat(900_000),
    })
  vi.stubEnv('GUILDHALL_VAULT_QUOTA_MB', '1')
  vi.stubEnv('GUILDHALL_PERSON_QUOTA_FACTOR', '0.7')
  await write('a.md')
  await expect(write('b.md', organisation)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  expect((await sumVaults(db, { organisationId: second })).person).toBe(900_000)
})

test('one person can create ten organisations, even with simultaneous requests', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)

  const made = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => createOrganisation(ctx, { name: `Guild ${n}` })),
  )

  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await expect(createOrganisation(ctx, { name: 'One more' })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    options: { limit: { what: 'organisations', max: 10, used: 10, unit: 'items' } },
  })
})

test('new organisations forget the inputs and outputs of their runs after 90 days', async () => {
  const user = await makeUser()
  const id = await createOrganisation(await contextFor(user), { name: 'New' })

  expect(await db.organisation.findUnique({ where: { id } })).toMatchObject({ runRetentionDays: 90 })
})

test('only owners and admins can free space, and the page shows how much there is', async () => {
  const [owner, member] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [member] })
  const ctx = await contextFor(member, { organisation })

  await expect(scheduleRunCleanup(ctx, { days: 0 })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  await expect(scheduleRunCleanup(await contextFor(owner), { days: 1 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(await getRunStorage(ctx)).toMatchObject({ canFree: false, pending: 0, older: { 0: 0, 90: 0 } })
})
