// Uses a real Postgres and a fake sandbox whose jobs end on request.
import { describe, expect, test } from 'vitest'
import { contextFor, makeOrganisation, makeUser, visitor } from '../../testing/factories.ts'
import { manualSandbox } from '../../testing/fake-sandbox.ts'
import { makeCaller, start, startAbandonedRun } from '../../testing/run-setup.ts'
import { type RunNotification, subscribeToRuns } from '../queue/run-notifications.ts'
import type { StartedRun } from '../start/start-run.ts'
import { getRun } from '../views/get-run.ts'
import { cancelRun } from './cancel-run.ts'

describe('cancelling', () => {
  test('cancelling ends a running run', async () => {
    const { sandbox, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)

    await cancelRun(ctx, run.id)

    expect(await ended).toMatchObject({ state: 'cancelled', error: { code: 'CANCELLED' } })
  })

  test('a queued run that is cancelled never starts', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
    const runs: StartedRun[] = []
    for (let n = 0; n < 5; n++) runs.push(await start(ctx))
    const fifth = runs[4]!
    await expect.poll(() => isRunning(runs[3]!.run.id)).toBe(true)

    await cancelRun(ctx, fifth.run.id)

    expect(await fifth.ended).toMatchObject({ state: 'cancelled' })
    for (const { run } of runs) finish(run.id)
    await Promise.all(runs.map(({ ended }) => ended))
    expect(isRunning(fifth.run.id)).toBe(false)
  })

  test('cancelling does not change an ended run', async () => {
    const { ctx } = await makeCaller()
    const { run, ended } = await start(ctx)
    await ended

    await cancelRun(ctx, run.id)

    expect((await getRun(ctx, run.id)).state).toBe('succeeded')
  })

  test('cancelling notifies the process that performs the run', async () => {
    const { ctx } = await makeCaller()
    const id = await startAbandonedRun(ctx, 'running', new Date(Date.now() + 60_000))
    const received: RunNotification[] = []
    const stop = await subscribeToRuns((announcement) => announcement && received.push(announcement))

    await cancelRun(ctx, id)

    await expect.poll(() => received).toContainEqual(expect.objectContaining({ runId: id, kind: 'cancel' }))
    stop()
  })

  test('only the person who started a run and admins of the organisation can cancel it; others cannot see it', async () => {
    const [owner, member, stranger] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [member] })
    const ctx = await contextFor(owner, { organisation })
    const { run, ended } = await start(ctx)
    await ended

    await expect(cancelRun(await contextFor(member, { organisation }), run.id)).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
    await expect(cancelRun(await contextFor(stranger), run.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(cancelRun(visitor(), run.id)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(cancelRun(ctx, { not: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
