// Tests automations on a schedule: what starts when, exactly once, on whose behalf, and what stops them.
import { describe, expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import {
  automationRow,
  lastDueTime,
  makeAutomation,
  makeDue,
  runsOfAutomation,
  setUpAutomation,
  workOff,
} from '../testing/automation-setup.ts'
import { enqueueDueAutomations } from './enqueue-due.ts'
import { pauseAutomation, runAutomationNow } from './manage-automations.ts'
import { startAutomationRun } from './start-automation-run.ts'

const MINUTE = 60_000

describe('an automation that is due', () => {
  test('runs the skill once with its input, as its creator, and moves on to its next time', async () => {
    const { ctx, user, skillName, call } = await setUpAutomation()
    const id = await makeAutomation(ctx, call)
    const at = lastDueTime()
    await makeDue(id, at)

    const now = new Date(at.getTime() + 2_000)
    await Promise.all([enqueueDueAutomations(ctx.db, now), enqueueDueAutomations(ctx.db, now)])
    const [once, ...more] = await workOff(ctx, id, now)

    expect(more).toEqual([])
    expect(once).toMatchObject({ state: 'succeeded', key: at.toISOString(), dueAt: at })
    const run = await database().run.findUniqueOrThrow({ where: { id: once!.runId! } })
    expect(run).toMatchObject({ skillName, userId: user.id, channel: 'automation', input: { name: 'Ada' } })
    expect((await automationRow(id)).nextAt).toEqual(new Date(at.getTime() + 86_400_000))
  })

  test('starts one run, even if a worker dies after starting it and before recording that', async () => {
    const { ctx, call } = await setUpAutomation()
    const id = await makeAutomation(ctx, call)
    await makeDue(id, lastDueTime())
    const [once] = await workOff(ctx, id, lastDueTime())
    await database().automationRun.update({
      where: { id: once!.id },
      data: { state: 'starting', runId: null, endedAt: null },
    })

    await startAutomationRun(ctx, once!.id)

    const [again] = await runsOfAutomation(id)
    expect(again).toMatchObject({ state: 'started', runId: once!.runId })
  })

  test.each(['skip', 'run-once'] as const)(
    'after three days without a worker follows the rule “%s”',
    async (missed) => {
      const { ctx, call } = await setUpAutomation()
      const id = await makeAutomation(ctx, { ...call, trigger: { kind: 'cron', cron: '0 9 * * *', missed } })
      await makeDue(id, lastDueTime(4))

      const runs = await workOff(ctx, id, new Date(lastDueTime(1).getTime() + 60 * MINUTE))

      const state = missed === 'skip' ? 'skipped' : 'succeeded'
      expect(runs).toMatchObject([{ state, dueAt: lastDueTime(1) }])
      expect((await automationRow(id)).nextAt).toEqual(lastDueTime(0))
    },
  )

  test('does not start beside its own unfinished run', async () => {
    const { ctx, call } = await setUpAutomation()
    const id = await makeAutomation(ctx, call)
    await makeDue(id, lastDueTime(2))
    await enqueueDueAutomations(ctx.db, lastDueTime(2))
    await enqueueDueAutomations(ctx.db, lastDueTime(1))

    expect(await runsOfAutomation(id)).toMatchObject([
      { state: 'starting' },
      { state: 'skipped', error: { message: 'The previous run had not ended.' } },
    ])
  })

  test('once has no next time', async () => {
    const { ctx, call } = await setUpAutomation()
    const trigger = { kind: 'once', at: '2099-01-01T09:00' }
    const id = await makeAutomation(ctx, { ...call, trigger, time_zone: 'Europe/Oslo' })
    expect((await automationRow(id)).nextAt).toEqual(new Date('2099-01-01T08:00:00Z'))
    await makeDue(id, lastDueTime())

    expect(await workOff(ctx, id, lastDueTime())).toMatchObject([{ state: 'succeeded' }])
    await makeDue(id, new Date('2099-01-01T08:00:00Z'))
    await workOff(ctx, id, new Date('2099-01-01T08:00:01Z'))
    expect((await automationRow(id)).nextAt).toBeNull()
  })
})

test('a paused automation is not due, and runs on request', async () => {
  const { ctx, call } = await setUpAutomation()
  const id = await makeAutomation(ctx, call)
  await makeDue(id, lastDueTime())
  await pauseAutomation(ctx, id)

  expect(await workOff(ctx, id)).toEqual([])
  await runAutomationNow(ctx, id)
  expect(await workOff(ctx, id)).toMatchObject([{ state: 'succeeded' }])
})
