// Tests with a fake sandbox what the code of a run may do while its record is being written.
import { describe, expect, test } from 'vitest'
import { type Database, database } from '../../kernel/db/prisma-client.ts'
import type { ExecuteOptions, Outcome, Sandbox, SandboxJob } from '../../sandbox/sandbox.ts'
import { contextFor, makePublishedVersion, makeSkillSetDocument, makeUser } from '../../testing/factories.ts'
import { startAbandonedRun } from '../../testing/run-setup.ts'
import { endRun } from '../finish/end-run.ts'
import type { RunOptions } from '../resolve/opened-run.ts'
import { runToEnd } from './start-run.ts'

type Execution = { job: SandboxJob; options: ExecuteOptions; end(): void }

/** Jobs run until the test ends or aborts them. */
function watchedSandbox() {
  const executions: Execution[] = []
  const waiting: ((execution: Execution) => void)[] = []
  const sandbox: Sandbox = {
    execute(job, options = {}) {
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      const end = () => resolve({ kind: 'returned', value: { message: 'Hello.' }, durationMs: 1, logs: [] })
      options.signal?.addEventListener('abort', () => resolve({ kind: 'cancelled', durationMs: 1, logs: [] }))
      const execution = { job, options, end }
      executions.push(execution)
      waiting.shift()?.(execution)
      return promise
    },
    async health() {
      return { ok: true, detail: 'pretending' }
    },
  }
  const next = () => new Promise<Execution>((resolve) => waiting.push(resolve))
  return { sandbox, executions, next }
}

/** Locks what a run needs to start during `work`, which gets a function that waits until a run waits for the lock. */
async function withoutSlots<Result>(
  organisationId: string,
  work: (waited: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  return database().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${organisationId}, 0))`
    const countWaiting = async () => {
      const [row] = await tx.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM pg_locks WHERE "locktype" = 'advisory' AND NOT "granted"
          AND ("classid"::bigint << 32 | "objid"::bigint) = hashtextextended(${organisationId}, 0)`
      return row!.count
    }
    return work(async () => {
      while ((await countWaiting()) === 0n);
    })
  })
}

async function setUp(permissions: { network?: string[]; skills?: string[] } = {}) {
  const user = await makeUser()
  const watched = watchedSandbox()
  const ctx = await contextFor(user, { sandbox: watched.sandbox })
  const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ permissions }) })
  const run = (options: Partial<RunOptions> = {}) =>
    runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' }, ...options })
  // Runs start early only if the organisation's last run got its slot at once.
  const first = watched.next()
  const ended = run()
  ;(await first).end()
  await ended
  return { ...watched, run, organisationId: user.organisation.id, user, db: ctx.db }
}

const countRuns = (db: Database, organisationId: string) => db.run.count({ where: { organisationId } })

describe('a run whose organisation has had no wait', () => {
  test('computes while its record is written, and its calls wait for the record', async () => {
    const { run, next, organisationId, db } = await setUp()
    const started = next()

    const { ended, answer, end } = await withoutSlots(organisationId, async (waited) => {
      const ended = run()
      const { options, end } = await started
      const call = { method: 'unknown', params: {} }
      const answer = options.onCall!(call, new AbortController().signal).catch(
        async ({ code }: { code: string }) => ({ code, records: await countRuns(db, organisationId) }),
      )
      await waited()
      expect(await countRuns(db, organisationId)).toBe(1)
      return { ended, answer, end }
    })

    expect(await answer).toEqual({ code: 'NOT_FOUND', records: 2 })
    end()
    expect(await ended).toMatchObject({ state: 'succeeded', output: { message: 'Hello.' } })
  })

  test('is stopped and leaves no record if there is no room for it', async () => {
    const { run, next, executions, organisationId, db } = await setUp()
    await db.storageEntry.create({ data: { organisationId, kind: 'runs', bytes: 10n ** 13n } })
    const started = next()

    const refused = run().catch(({ code }: { code: string }) => code)
    const { options } = await started

    expect(await refused).toBe('PRECONDITION_FAILED')
    expect(options.signal?.aborted).toBe(true)
    expect(await countRuns(db, organisationId)).toBe(1)
    // The next run is refused before its code is sent.
    await expect(run()).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect(executions).toHaveLength(2)
  })

  test('is stopped, and runs when it has a slot, if other processes use all slots', async () => {
    const { run, next, executions, organisationId, db, user } = await setUp()
    const others = await contextFor(user)
    const leaseUntil = new Date(Date.now() + 60_000)
    for (const _ of [1, 2, 3, 4]) await startAbandonedRun(others, 'running', leaseUntil)
    const counted = executions.length
    const [early, started] = [next(), next()]

    const done = run()
    const { options } = await early
    await new Promise((resolve) => options.signal?.addEventListener('abort', resolve))
    const row = await db.run.findFirstOrThrow({ where: { organisationId, state: 'running' } })
    await endRun(db, row, { state: 'cancelled' })
    ;(await started).end()

    expect(await done).toMatchObject({ state: 'succeeded' })
    const { id } = await done
    expect(executions.slice(counted).map(({ job }) => job.runId)).toEqual([id, id])
  })
})

describe('is on record before its code runs', () => {
  test.each([
    ['with network access', { network: ['api.example.com'] }, {}],
    ['with an idempotency key', {}, { idempotencyKey: 'once' }],
  ])('a run %s', async (_, permissions, options) => {
    const { run, next, executions, organisationId } = await setUp(permissions)

    const ended = await withoutSlots(organisationId, async (waited) => {
      const ended = run(options)
      await waited()
      expect(executions).toHaveLength(1)
      next().then(({ end }) => end())
      return { ended }
    })

    expect(await ended.ended).toMatchObject({ state: 'succeeded' })
  })
})
