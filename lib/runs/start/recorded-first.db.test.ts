// Tests with a fake sandbox that the code of a run is sent only when the run is on record and has a slot.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Sandbox, SandboxJob } from '../../sandbox/sandbox.ts'
import { contextFor, makePublishedVersion, makeSkillSetDocument, makeUser } from '../../testing/factories.ts'
import { startAbandonedRun } from '../../testing/run-setup.ts'
import { endRun } from '../finish/end-run.ts'
import type { RunOptions } from '../resolve/runnable.ts'
import { startRun } from './start-run.ts'

const db = database()

/** Records the state that the run had in the database when its job arrived. */
function watchedSandbox() {
  const jobs: { job: SandboxJob; state: string | undefined }[] = []
  const sandbox: Sandbox = {
    async execute(job) {
      const row = await db.run.findUnique({ where: { id: job.runId }, select: { state: true } })
      jobs.push({ job, state: row?.state })
      return { kind: 'returned', value: { message: 'Hello.' }, durationMs: 1, logs: [] }
    },
    async health() {
      return { ok: true, detail: 'pretending' }
    },
  }
  return { sandbox, jobs }
}

async function setUp(permissions: { network?: string[] } = {}) {
  const user = await makeUser()
  const { sandbox, jobs } = watchedSandbox()
  const ctx = await contextFor(user, { sandbox })
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ permissions }) })
  const start = (options: Partial<RunOptions> = {}) =>
    startRun(ctx, { skill: { name: skillName }, args: { name: 'Ada' }, ...options })
  return { user, jobs, start, organisationId: user.organisation.id }
}

test.each<[what: string, permissions: { network?: string[] }, options: Partial<RunOptions>]>([
  ['a free run', {}, {}],
  ['a run with network access', { network: ['api.example.com'] }, {}],
  ['a run with an idempotency key', {}, { idempotencyKey: 'once' }],
])('%s is on record as running before its code is sent to the sandbox', async (_, permissions, options) => {
  const { start, jobs } = await setUp(permissions)

  // Warm calls take the same way as the first.
  for (const key of ['first', 'second']) {
    const { ended } = await start({ ...options, ...(options.idempotencyKey && { idempotencyKey: key }) })
    expect(await ended).toMatchObject({ state: 'succeeded' })
  }

  expect(jobs.map(({ state }) => state)).toEqual(['running', 'running'])
})

test('a run of an organisation whose storage is full is refused without a record, and its code is not sent', async () => {
  const { start, jobs, organisationId } = await setUp()
  await db.storageEntry.create({ data: { organisationId, kind: 'runs', bytes: 10n ** 13n } })

  await expect(start()).rejects.toMatchObject({ code: 'LIMIT_REACHED' })

  expect(jobs).toEqual([])
  expect(await db.run.count({ where: { organisationId } })).toBe(0)
})

test('the code of a run is sent once, when a slot is free that runs of other processes used', async () => {
  const { start, jobs, user } = await setUp()
  const leaseUntil = new Date(Date.now() + 60_000)
  const others = await contextFor(user)
  for (const _ of [1, 2, 3, 4]) await startAbandonedRun(others, 'running', leaseUntil)

  const { run, ended } = await start()
  expect(run.state).toBe('queued')
  expect(jobs).toEqual([])
  const row = await db.run.findFirstOrThrow({
    where: { organisationId: user.organisation.id, state: 'running' },
  })
  await endRun(db, row, { state: 'cancelled' })

  expect(await ended).toMatchObject({ state: 'succeeded' })
  expect(jobs.map(({ job }) => job.runId)).toEqual([run.id])
})
