// Tests deferred runs, and runs whose server died, with a real Postgres and a fake sandbox.
import { describe, expect, test, vi } from 'vitest'
import { insertApiKey, revokeApiKey } from '../../auth/rows/api-keys.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { endsWith, manualSandbox, returns } from '../../testing/fake-sandbox.ts'
import { abandonRun, makeCaller, start, startAbandonedRun } from '../../testing/run-setup.ts'
import { getRun } from '../views/get-run.ts'
import { performDeferredRun, sweepLostDeferredRuns, sweepLostRuns } from './recover-run.ts'

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
