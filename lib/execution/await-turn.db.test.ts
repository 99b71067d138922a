// Real Postgres, a pretend box whose jobs end when told.
import { describe, expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { contextFor, makeOrganisation, makePublishedVersion, makeUser } from '../testing/factories.ts'
import { patientBox } from '../testing/pretend-sandbox.ts'
import { caller, start } from '../testing/start-a-run.ts'
import { cancelRun } from './cancel-run.ts'
import { getRun } from './get-run.ts'
import { MAX_IN_LINE } from './require-runnable.ts'
import type { StartedRun } from './start-run.ts'

describe('waiting in line', () => {
  test('the fifth run of an organisation waits until one of four has ended', async () => {
    const { box, finish, isRunning } = patientBox()
    const { ctx } = await caller(box)
    const { skillName } = await makePublishedVersion()
    const runs: StartedRun[] = []
    for (let n = 0; n < 5; n++) runs.push(await start(ctx, skillName))
    const [first, , , fourth, fifth] = runs.map(({ run }) => run.id) as [
      string,
      string,
      string,
      string,
      string,
    ]
    await expect.poll(() => isRunning(fourth)).toBe(true)
    expect((await getRun(ctx, fifth)).state).toBe('queued')

    finish(first)

    await expect.poll(() => isRunning(fifth)).toBe(true)
    for (const { run } of runs) finish(run.id)
    const ends = await Promise.all(runs.map(({ ended }) => ended))
    expect(ends.map(({ state }) => state)).toEqual(Array(5).fill('succeeded'))
  })

  test('another organisation does not notice', async () => {
    const { box, finish, isRunning } = patientBox()
    const [busy, other] = [await caller(box), await caller(box)]
    const runs: StartedRun[] = []
    for (let n = 0; n < 5; n++) runs.push(await start(busy.ctx))
    const theirs = await start(other.ctx)

    await expect.poll(() => isRunning(theirs.run.id)).toBe(true)

    for (const { run } of [...runs, theirs]) finish(run.id)
    await Promise.all(runs.slice(0, 4).map(({ ended }) => ended))
    await expect.poll(() => isRunning(runs[4]!.run.id)).toBe(true)
    finish(runs[4]!.run.id)
    await runs[4]!.ended
  })

  test('a colleague with nothing running comes before a fifth and a sixth of the same person', async () => {
    const { box, finish, isRunning } = patientBox()
    const [busy, colleague] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: busy, members: [colleague] })
    const ctx = await contextFor(busy, { organisation, sandbox: box })
    const runs: StartedRun[] = []
    for (let n = 0; n < 6; n++) runs.push(await start(ctx))
    const theirs = await start(await contextFor(colleague, { organisation, sandbox: box }))
    await expect.poll(() => isRunning(runs[3]!.run.id)).toBe(true)

    finish(runs[0]!.run.id)

    await expect.poll(() => isRunning(theirs.run.id)).toBe(true)
    expect((await getRun(ctx, runs[4]!.run.id)).state).toBe('queued')
    for (const { run } of runs) await cancelRun(ctx, run.id)
    finish(theirs.run.id)
    await theirs.ended
  })
})

describe('a full line', () => {
  test('refuses one more run, and says when to come back', async () => {
    const { ctx } = await caller()
    const { skillName } = await makePublishedVersion()
    const { run } = await start(ctx, skillName)
    const [row] = await database().run.findMany({ where: { id: run.id } })
    const {
      input,
      coercions,
      warnings,
      logs,
      output,
      error,
      errorDetail,
      migration,
      notices,
      requests,
      effects,
      ...copied
    } = row!
    const waiting = Array.from({ length: MAX_IN_LINE }, (_, index) => ({
      ...copied,
      ...{
        id: `${run.id}-${index}`,
        state: 'queued' as const,
        // They wait for a worker: no sweep of another test takes them over.
        leaseUntil: null,
        input: {},
        coercions: [],
        warnings: [],
        logs: [],
      },
    }))
    await database().run.createMany({ data: waiting })

    await expect(start(ctx, skillName)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      options: { retryAfter: 10 },
    })
  })
})
