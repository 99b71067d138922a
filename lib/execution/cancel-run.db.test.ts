// Real Postgres, a pretend box whose jobs end when told.
import { describe, expect, test } from 'vitest'
import { contextFor, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { patientBox } from '../testing/pretend-sandbox.ts'
import { abandon, caller, start } from '../testing/start-a-run.ts'
import { cancelRun } from './cancel-run.ts'
import { getRun } from './get-run.ts'
import { hearRuns, type RunAnnouncement } from './run-announcements.ts'
import type { StartedRun } from './start-run.ts'

describe('cancelling', () => {
  test('ends a running run', async () => {
    const { box, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const { run, ended } = await start(ctx)
    await expect.poll(() => isRunning(run.id)).toBe(true)

    await cancelRun(ctx, run.id)

    expect(await ended).toMatchObject({ state: 'cancelled', error: { code: 'CANCELLED' } })
  })

  test('takes a waiting run out of the line, and it never starts', async () => {
    const { box, finish, isRunning } = patientBox()
    const { ctx } = await caller(box)
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

  test('leaves a run that has ended as it is', async () => {
    const { ctx } = await caller()
    const { run, ended } = await start(ctx)
    await ended

    await cancelRun(ctx, run.id)

    expect((await getRun(ctx, run.id)).state).toBe('succeeded')
  })

  test('tells the process that holds the run', async () => {
    const { ctx } = await caller()
    const id = await abandon(ctx, 'running', new Date(Date.now() + 60_000))
    const heard: RunAnnouncement[] = []
    const stop = await hearRuns((announcement) => announcement && heard.push(announcement))

    await cancelRun(ctx, id)

    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ runId: id, what: 'cancel' }))
    stop()
  })

  test('is for the person who started it and admins of the organisation; others cannot even see it', async () => {
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
