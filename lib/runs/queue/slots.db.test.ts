// Uses a real Postgres and a fake sandbox whose jobs end on request.
import { describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makeOrganisation,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { manualSandbox } from '../../testing/fake-sandbox.ts'
import { makeCaller, start } from '../../testing/run-setup.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { performDeferredRun } from '../lifecycle/recover-run.ts'
import { MAX_QUEUED_RUNS } from '../prepare/require-runnable.ts'
import type { StartedRun } from '../start/start-run.ts'
import { getRun } from '../views/get-run.ts'

describe('waiting for a slot', () => {
  test('the fifth run of an organisation waits until one of four has ended', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const { ctx } = await makeCaller(sandbox)
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

  test('a run of another organisation does not wait for the slots of a busy one', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const [busy, other] = [await makeCaller(sandbox), await makeCaller(sandbox)]
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

  test('a colleague with nothing running gets the next slot before the fifth and sixth run of one person', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const [busy, colleague] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: busy, members: [colleague] })
    const ctx = await contextFor(busy, { organisation, sandbox })
    const runs: StartedRun[] = []
    for (let n = 0; n < 6; n++) runs.push(await start(ctx))
    const theirs = await start(await contextFor(colleague, { organisation, sandbox }))
    await expect.poll(() => isRunning(runs[3]!.run.id)).toBe(true)

    finish(runs[0]!.run.id)

    await expect.poll(() => isRunning(theirs.run.id)).toBe(true)
    expect((await getRun(ctx, runs[4]!.run.id)).state).toBe('queued')
    for (const { run } of runs) await cancelRun(ctx, run.id)
    finish(theirs.run.id)
    await theirs.ended
  })
})

describe('waiting for a slot of the long lane', () => {
  test('a colleague gets the next slot before the third run of one person, another organisation does not wait, and neither do quick runs', async () => {
    const { sandbox, finish, isRunning } = manualSandbox()
    const [busy, colleague] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: busy, members: [colleague] })
    const ctx = await contextFor(busy, { organisation, sandbox })
    const theirs = await contextFor(colleague, { organisation, sandbox })
    const { ctx: other } = await makeCaller(sandbox)
    const skills = [makeSkillDocument({ limits: { lane: 'long' } })]
    const { skillName } = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
    const performing: Promise<void>[] = []
    /** Performs a run as its worker does, and returns its id once it runs or waits. */
    const perform = async (as: Context) => {
      const { id } = (await start(as, skillName)).run
      performing.push(performDeferredRun(as, id))
      const lease = async () => (await database().run.findUnique({ where: { id } }))?.leaseUntil
      await expect.poll(lease).not.toBeNull()
      return id
    }
    const [first, second, third] = [await perform(ctx), await perform(ctx), await perform(ctx)]
    await expect.poll(() => isRunning(first) && isRunning(second)).toBe(true)

    const [colleagues, others] = [await perform(theirs), await perform(other)]
    const quick = (await start(ctx)).run.id

    await expect.poll(() => isRunning(others) && isRunning(quick)).toBe(true)
    expect([isRunning(third), isRunning(colleagues)]).toEqual([false, false])
    finish(first)
    await expect.poll(() => isRunning(colleagues)).toBe(true)
    expect((await getRun(ctx, third)).state).toBe('queued')
    finish(second)
    await expect.poll(() => isRunning(third)).toBe(true)
    for (const id of [third, colleagues, others, quick]) finish(id)
    await Promise.all(performing)
  })
})

describe('a full queue', () => {
  test('a full queue refuses one more run, with a Retry-After', async () => {
    const { ctx } = await makeCaller()
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
    const waiting = Array.from({ length: MAX_QUEUED_RUNS }, (_, index) => ({
      ...copied,
      ...{
        id: `${run.id}-${index}`,
        state: 'queued' as const,
        // Runs that wait for a worker are not taken over by the sweeps of other tests.
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
