// Tests deferred runs, and runs whose server died, with a real Postgres and a fake sandbox.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { insertApiKey, revokeApiKey } from '../../auth/rows/api-keys.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { endsWith, manualSandbox, returns } from '../../testing/fake-sandbox.ts'
import { abandonRun, makeCaller, publishSkill, start, startAbandonedRun } from '../../testing/run-setup.ts'
import { getRun } from '../views/get-run.ts'
import { performDeferredRun, sweepLostDeferredRuns, sweepLostRuns } from './recover-run.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function makeKey(ctx: Context) {
  const { organisationId, userId } = ctx.viewer!
  const hash = freshName('hash')
  const made = { organisationId, userId, name: 'Stolen', prefix: 'gh_', hash, scopes: ['run' as const] }
  return { id: await insertApiKey(database(), { ...made, expiresAt: null }), organisationId }
}

test('a deferred run is performed with the options of its caller, from its record', async () => {
  const sandbox = returns({ message: 'Later.' })
  const { ctx } = await makeCaller(sandbox)
  const { run } = await start(ctx, undefined, { timeZone: 'Asia/Tokyo', timeoutMs: 1_500, isDeferred: true })
  expect(sandbox.jobs).toEqual([])

  await Promise.all([performDeferredRun(ctx, run.id), performDeferredRun(ctx, run.id)])

  expect(sandbox.jobs).toMatchObject([{ context: { timezone: 'Asia/Tokyo' }, limits: { wallMs: 1_500 } }])
  expect(await getRun(ctx, run.id)).toMatchObject({ state: 'succeeded' })
})

test.each(['findUnique', 'updateMany'] as const)(
  'a deferred run is performed although the database was away for its first %s',
  async (method) => {
    const sandbox = returns({ message: 'Later.' })
    const { ctx } = await makeCaller(sandbox)
    const { run } = await start(ctx, undefined, { isDeferred: true })
    const fail = vi.fn().mockRejectedValueOnce(Object.assign(new Error('away'), { code: 'P1001' }))
    const overriding = <Target extends object>(target: Target, name: string, value: unknown): Target =>
      new Proxy(target, { get: (each, key) => (key === name ? value : Reflect.get(each, key)) })
    const query = ctx.db.run[method] as (args: never) => Promise<unknown>
    const once = async (args: never) => (await fail()) ?? query(args)
    const db = overriding(ctx.db, 'run', overriding(ctx.db.run, method, once))

    await performDeferredRun({ ...ctx, db }, run.id)

    expect(fail.mock.calls.length).toBeGreaterThan(1)
    expect(await getRun(ctx, run.id)).toMatchObject({ state: 'succeeded' })
  },
)

test('a deferred run whose workflow failed is ended, and one that still waits is not', async () => {
  const { ctx } = await makeCaller()
  const lost = await start(ctx, undefined, { isDeferred: true })
  const waiting = await start(ctx, undefined, { isDeferred: true })
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})

  expect(await sweepLostDeferredRuns(ctx, async () => [lost.run.id, 'run_gone'])).toBe(1)

  log.mockRestore()
  expect(await getRun(ctx, lost.run.id)).toMatchObject({ state: 'failed', error: { code: 'INTERNAL_ERROR' } })
  expect(await getRun(ctx, waiting.run.id)).toMatchObject({ state: 'queued' })
})

describe('a worker that died during a run of the long lane', () => {
  /** Leaves a run as its worker would, with a child that has ended and one that has not. */
  async function abandonLongRun(onResume: Context['sandbox']['execute']) {
    const sandbox = returns({ message: 'Hello.' })
    const execute: Context['sandbox']['execute'] = (job, options) =>
      options?.isResumed ? onResume(job, options) : sandbox.execute(job, options)
    const { ctx } = await makeCaller({ ...sandbox, execute })
    const { skillName } = await publishSkill({}, { limits: { lane: 'long' } })
    const { run } = await start(ctx, skillName)
    const [ended, open] = [await startAbandonedRun(ctx, 'running'), await startAbandonedRun(ctx, 'running')]
    const child = (callNumber: number) => ({ callNumber, parentRunId: run.id, rootRunId: run.id })
    const output = { state: 'succeeded' as const, hasOutput: true, output: { message: 'first' } }
    await database().run.update({ where: { id: ended }, data: { ...child(1), ...output, leaseUntil: null } })
    await database().run.update({ where: { id: open }, data: child(2) })
    const startedAt = new Date()
    await database().run.update({ where: { id: run.id }, data: { state: 'running', startedAt } })
    return { ctx, id: run.id, open }
  }

  test('its calls are not repeated: the next worker returns what their runs delivered, or that they ended', async () => {
    const replies: unknown[] = []
    const { ctx, id, open } = await abandonLongRun(async ({ resumeKey }, { onCall } = {}) => {
      const { signal } = new AbortController()
      const params = { name: 'a.b.c', args: {} }
      const call = (number: number) => onCall!({ method: 'callSkill', params, number }, signal)
      replies.push(await call(1), await call(2).catch(({ code }) => code))
      return { kind: 'returned', value: { message: typeof resumeKey }, durationMs: 1, logs: [] }
    })

    vi.spyOn(console, 'error').mockImplementation(() => {})
    await performDeferredRun(ctx, id)

    expect(replies).toEqual([{ message: 'first' }, 'INTERNAL_ERROR'])
    expect(await getRun(ctx, id)).toMatchObject({ state: 'succeeded', output: { message: 'string' } })
    expect(await database().run.findUnique({ where: { id: open } })).toMatchObject({ state: 'failed' })
    expect(await database().run.count({ where: { parentRunId: id } })).toBe(2)
  })

  test('the worker whose run was taken up leaves its end to the other one', async () => {
    const { ctx, id } = await abandonLongRun(async ({ runId }) => {
      const ended = { state: 'failed' as const, endedAt: new Date() }
      await database().run.update({ where: { id: runId }, data: ended })
      return { kind: 'unavailable', reason: 'taken', message: '', durationMs: 1, logs: [] }
    })

    vi.spyOn(console, 'error').mockImplementation(() => {})
    await performDeferredRun(ctx, id)

    const row = await database().run.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ state: 'failed', error: null })
  })

  test('the run is left to the workers until it could have ended by itself, and then ends as lost', async () => {
    const { ctx, id } = await abandonLongRun(async () => ({ kind: 'cancelled', durationMs: 1, logs: [] }))
    const since = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const expire = (leaseUntil: Date) => database().run.update({ where: { id }, data: { leaseUntil } })
    vi.spyOn(console, 'error').mockImplementation(() => {})

    await expire(since(5))
    await sweepLostRuns(ctx)
    expect(await getRun(ctx, id)).toMatchObject({ state: 'running' })
    await expire(since(17))
    await sweepLostRuns(ctx)

    expect(await getRun(ctx, id)).toMatchObject({ state: 'failed', error: { code: 'INTERNAL_ERROR' } })
  })
})

describe('a server that died', () => {
  test('a running run whose server died ends as our own failure', async () => {
    const { ctx } = await makeCaller()
    const id = await startAbandonedRun(ctx, 'running')

    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await Promise.all([sweepLostRuns(ctx), sweepLostRuns(ctx)])

    const { state, error } = await getRun(ctx, id)
    expect({ state, error }).toMatchObject({ state: 'failed', error: { code: 'INTERNAL_ERROR' } })
    // The reference that the user can quote is logged once.
    const lines = log.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(id))
    log.mockRestore()
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ reference: error?.reference, runId: id })
    expect(error?.reference).toMatch(/^[0-9a-f]{10}$/)
  })

  test('a server whose clock differs by an hour from that of the sweep does not count as dead', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
    await sweepLostRuns(ctx)

    for (const hours of [1, -1]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      const { run, ended } = await start(ctx)
      vi.useRealTimers()
      await expect.poll(() => isRunning(run.id)).toBe(true)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      await sweepLostRuns(ctx)
      vi.useRealTimers()

      const lease = await database().run.findUniqueOrThrow({ where: { id: run.id } })
      expect(Math.abs(lease.leaseUntil!.getTime() - Date.now() - 60_000)).toBeLessThan(30_000)
      finish(run.id)
      expect((await ended).state).toBe('succeeded')
    }
  })

  test('a queued run whose server died is performed by another', async () => {
    const { ctx } = await makeCaller(returns({ message: 'Late, but here.' }))
    const id = await startAbandonedRun(ctx, 'queued')

    await Promise.all([sweepLostRuns(ctx), sweepLostRuns(ctx)])

    await expect.poll(async () => (await getRun(ctx, id)).state).toBe('succeeded')
  })

  test('a queued run whose server died keeps the time zone and the time limit of its caller', async () => {
    const asked: [string, unknown, number][] = []
    const sandbox = endsWith(async ({ runId, context, limits }) => {
      asked.push([runId, context.timezone, limits.wallMs])
      return { kind: 'returned', value: { message: 'Done.' }, durationMs: 1, logs: [] }
    })
    const { ctx } = await makeCaller(sandbox)
    const id = await abandonRun(
      await start(ctx, undefined, { timeZone: 'Asia/Tokyo', timeoutMs: 1_500 }),
      'queued',
    )

    await sweepLostRuns(ctx)

    await expect.poll(async () => (await getRun(ctx, id)).state).toBe('succeeded')
    // The sweep also performs lost runs of other tests.
    expect(asked.filter(([runId]) => runId === id)).toEqual([
      [id, 'Asia/Tokyo', 1_500],
      [id, 'Asia/Tokyo', 1_500],
    ])
  })

  test('a queued run whose server died ends as refused if its person has lost the permission', async () => {
    const sandbox = returns({ message: 'Never.' })
    const user = await makeUser()
    const organisation = await makeOrganisation({ owner: await makeUser(), members: [user] })
    const owner = await makeUser()
    await database().membership.create({
      data: { organisationId: organisation.id, userId: owner.id, role: 'OWNER' },
    })
    const [ctx, reader] = [
      await contextFor(user, { organisation, sandbox: sandbox }),
      await contextFor(owner, { organisation, sandbox: sandbox }),
    ]
    const [yanked, left] = [await startAbandonedRun(reader, 'queued'), await startAbandonedRun(ctx, 'queued')]
    sandbox.jobs.length = 0
    const { versionId } = await database().run.findUniqueOrThrow({ where: { id: yanked } })
    await database().version.update({ where: { id: versionId! }, data: { state: 'YANKED' } })
    await database().membership.delete({
      where: { organisationId_userId: { organisationId: organisation.id, userId: user.id } },
    })

    await sweepLostRuns(reader)

    for (const id of [yanked, left]) {
      const ended = await getRun(reader, id)
      expect(ended).toMatchObject({ state: 'failed', error: { code: 'POLICY_DENIED' } })
      expect(sandbox.jobs.map(({ runId }) => runId)).not.toContain(id)
    }
  })

  test('a queued run whose server died ends as refused if its key was revoked', async () => {
    const sandbox = returns({ message: 'Never.' })
    const { ctx } = await makeCaller(sandbox)
    const id = await startAbandonedRun(ctx, 'queued')
    sandbox.jobs.length = 0
    const key = await makeKey(ctx)
    await database().run.update({ where: { id }, data: { keyId: key.id } })
    await revokeApiKey(database(), { ...key, at: new Date() })

    await sweepLostRuns(ctx)

    expect(await getRun(ctx, id)).toMatchObject({ state: 'failed', error: { code: 'POLICY_DENIED' } })
    expect(sandbox.jobs.map(({ runId }) => runId)).not.toContain(id)
  })

  test('the sweep does not end a run with a renewed lease', async () => {
    const { ctx } = await makeCaller()
    const id = await startAbandonedRun(ctx, 'running', new Date(Date.now() + 60_000))

    await sweepLostRuns(ctx)

    expect((await getRun(ctx, id)).state).toBe('running')
  })
})
