// Tests automations on a schedule: what starts when, exactly once, on whose behalf, and what stops them.
import { describe, expect, test } from 'vitest'
import { insertApiKey } from '../db/accounts/api-keys.ts'
import { database } from '../db/core/prisma-client.ts'
import { createPlan, savePlan } from '../plans/saved/saved-plans.ts'
import {
  automationRow,
  makeAutomation,
  makeDue,
  runsOfAutomation,
  workOff,
} from '../testing/automation-setup.ts'
import {
  contextFor,
  freshName,
  makeOrganisation,
  makePublishedVersion,
  makeUser,
  visitor,
} from '../testing/factories.ts'
import { returns, throws } from '../testing/fake-sandbox.ts'
import { bullets, makePlan, setUpPlans } from '../testing/plan-setup.ts'
import { MAX_FAILURES_IN_ROW } from './end-automation-run.ts'
import { enqueueDueAutomations } from './enqueue-due.ts'
import { getAutomation, listAutomations } from './list-automations.ts'
import {
  changeAutomation,
  createAutomation,
  deleteAutomation,
  pauseAutomation,
  resumeAutomation,
  runAutomationNow,
} from './manage-automations.ts'
import { startAutomationRun } from './start-automation-run.ts'

const MINUTE = 60_000
const noticesOf = (userId: string) =>
  database().notice.findMany({ where: { userId }, orderBy: { id: 'asc' } })
/** Returns 9 o’clock UTC, the daily time of these automations, `daysAgo` days ago. */
const lastTime = (daysAgo = 1) => {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  at.setUTCHours(9, 0, 0, 0)
  return at
}

async function setUp(sandbox = returns({ message: 'Hello.' })) {
  const { skillName } = await makePublishedVersion()
  const user = await makeUser()
  const ctx = await contextFor(user, { sandbox })
  return { ctx, user, skillName, call: { skill: skillName, input: { name: 'Ada' } } }
}

describe('an automation that is due', () => {
  test('runs the skill once with its input, as its creator, and moves on to its next time', async () => {
    const { ctx, user, skillName, call } = await setUp()
    const id = await makeAutomation(ctx, call)
    const at = lastTime()
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
    const { ctx, call } = await setUp()
    const id = await makeAutomation(ctx, call)
    await makeDue(id, lastTime())
    const [once] = await workOff(ctx, id, lastTime())
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
      const { ctx, call } = await setUp()
      const id = await makeAutomation(ctx, { ...call, trigger: { kind: 'cron', cron: '0 9 * * *', missed } })
      await makeDue(id, lastTime(4))

      const runs = await workOff(ctx, id, new Date(lastTime(1).getTime() + 60 * MINUTE))

      const state = missed === 'skip' ? 'skipped' : 'succeeded'
      expect(runs).toMatchObject([{ state, dueAt: lastTime(1) }])
      expect((await automationRow(id)).nextAt).toEqual(lastTime(0))
    },
  )

  test('does not start beside its own unfinished run', async () => {
    const { ctx, call } = await setUp()
    const id = await makeAutomation(ctx, call)
    await makeDue(id, lastTime(2))
    await enqueueDueAutomations(ctx.db, lastTime(2))
    await enqueueDueAutomations(ctx.db, lastTime(1))

    expect(await runsOfAutomation(id)).toMatchObject([
      { state: 'starting' },
      { state: 'skipped', error: { message: 'The previous run had not ended.' } },
    ])
  })

  test('once has no next time', async () => {
    const { ctx, call } = await setUp()
    const trigger = { kind: 'once', at: '2099-01-01T09:00' }
    const id = await makeAutomation(ctx, { ...call, trigger, time_zone: 'Europe/Oslo' })
    expect((await automationRow(id)).nextAt).toEqual(new Date('2099-01-01T08:00:00Z'))
    await makeDue(id, lastTime())

    expect(await workOff(ctx, id, lastTime())).toMatchObject([{ state: 'succeeded' }])
    await makeDue(id, new Date('2099-01-01T08:00:00Z'))
    await workOff(ctx, id, new Date('2099-01-01T08:00:01Z'))
    expect((await automationRow(id)).nextAt).toBeNull()
  })
})

describe('failures', () => {
  test('in a row pause it, with a notice of the first and of the last', async () => {
    const { ctx, user, call } = await setUp(throws({ message: 'No stock.' }))
    const id = await makeAutomation(ctx, call)

    for (let day = MAX_FAILURES_IN_ROW; day > 0; day--) {
      await makeDue(id, lastTime(day))
      await workOff(ctx, id, lastTime(day))
    }

    expect(await automationRow(id)).toMatchObject({ pausedAt: expect.any(Date), nextAt: null })
    const { automation } = await getAutomation(ctx, id)
    expect(automation).toMatchObject({ isPaused: true, pauseReason: expect.stringContaining('No stock.') })
    expect(await noticesOf(user.id)).toMatchObject([
      { kind: 'automation.failed', title: 'Daily failed' },
      { kind: 'automation.paused', title: 'Daily is paused' },
    ])
    await resumeAutomation(ctx, id)
    expect(await automationRow(id)).toMatchObject({
      pausedAt: null,
      failuresInRow: 0,
      nextAt: expect.any(Date),
    })
  })

  test('are also refused runs: a person who has left, a price above the limit', async () => {
    const { ctx: owner, skill } = await setUpPlans()
    const id = await makeAutomation(owner, { skill, input: { name: 'Ada' }, max_price: '0.05' })
    await database().automation.update({ where: { id }, data: { maxPriceMicros: 0n } })
    await runAutomationNow(owner, id)
    expect(await workOff(owner, id)).toMatchObject([{ state: 'failed', error: { code: 'PAYMENT_REQUIRED' } }])

    const [leaver, boss] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: boss, members: [leaver] })
    const ctx = await contextFor(leaver, { organisation })
    const { call } = await setUp()
    const own = await makeAutomation(ctx, call)
    await database().membership.deleteMany({ where: { userId: leaver.id, organisationId: organisation.id } })
    await makeDue(own, lastTime())
    expect(await workOff(ctx, own, lastTime())).toMatchObject([
      { state: 'failed', error: { code: 'POLICY_DENIED' } },
    ])
  })
})

test('a key that has expired starts no more runs', async () => {
  const { ctx, call } = await setUp()
  const { organisationId, userId } = ctx.viewer!
  const named = { organisationId, userId, name: 'CI', prefix: 'gh_x', scopes: ['run' as const] }
  const keyId = await insertApiKey(database(), {
    ...named,
    hash: freshName(),
    expiresAt: new Date(Date.now() + 60_000),
  })
  const keyGrant = { scopes: named.scopes, skillSets: [], dailyCapMicros: null }
  const id = await makeAutomation({ ...ctx, keyId, keyGrant }, call)
  await makeDue(id, lastTime())
  expect(await workOff(ctx, id, lastTime())).toMatchObject([{ state: 'succeeded' }])

  await database().apiKey.update({ where: { id: keyId }, data: { expiresAt: new Date(Date.now() - 1) } })
  await runAutomationNow(ctx, id)

  const [, refused] = await workOff(ctx, id)
  expect(refused).toMatchObject({ state: 'failed', error: { code: 'POLICY_DENIED' } })
})

describe('a plan', () => {
  const note = { id: 'note', tool: 'vault.createFile', args: { path: 'Report.md', content: 'Hello.' } }
  const plan = makePlan([note], { riskLevel: 'writes' })

  test('that a person confirmed makes its changes; once it was edited, its runs wait for confirmation', async () => {
    const { ctx, user } = await setUp()
    const { slug } = await createPlan(ctx, { title: 'Weekly report', text: JSON.stringify(plan) })
    const id = await makeAutomation(ctx, { plan: slug, confirmed: true })
    await runAutomationNow(ctx, id)
    expect(await workOff(ctx, id)).toMatchObject([{ state: 'succeeded' }])

    const edited = makePlan([{ ...note, args: { path: 'Other.md', content: 'Hello.' } }], {
      riskLevel: 'writes',
    })
    await savePlan(ctx, { slug, title: 'Weekly report', text: JSON.stringify(edited), revision: 1 })
    await runAutomationNow(ctx, id)
    const [, second] = await workOff(ctx, id)

    expect(second).toMatchObject({ state: 'started' })
    const [latest, first] = (await getAutomation(ctx, id)).runs
    expect(latest).toMatchObject({ needsConfirmation: true, planRunId: second?.planRunId })
    expect(first).not.toHaveProperty('needsConfirmation')
    expect(await listAutomations(ctx)).toMatchObject([{ latest: { needsConfirmation: true } }])
    const waiting = (await noticesOf(user.id)).filter(({ kind }) => kind === 'automation.waiting')
    expect(waiting).toMatchObject([
      { kind: 'automation.waiting', body: expect.stringContaining('was changed') },
    ])
  })

  test('cannot be confirmed by a key', async () => {
    const { ctx } = await setUp()
    const { slug } = await createPlan(ctx, { title: 'By key', text: JSON.stringify(makePlan([bullets])) })
    const keyGrant = { scopes: ['run', 'write'] as const, skillSets: [], dailyCapMicros: null }

    const refused = makeAutomation({ ...ctx, keyId: 'key', keyGrant }, { plan: slug, confirmed: true })

    await expect(refused).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })
})

describe('an automation is refused', () => {
  test.each([
    [{ trigger: { kind: 'cron', cron: 'every day' } }, '/trigger/cron'],
    [{ trigger: { kind: 'once', at: '2020-01-01T09:00' } }, '/trigger/at'],
    [{ trigger: { kind: 'once', at: 'tomorrow' } }, '/trigger/at'],
    [{ trigger: { kind: 'moon' } }, '/trigger/kind'],
    [{ time_zone: 'Mars/Olympus' }, '/time_zone'],
    [{ title: ' ' }, '/title'],
    [{ skill: undefined }, '/skill'],
    [{ plan: 'both' }, '/skill'],
    [{ often: true }, '/often'],
  ])('with %j', async (given, path) => {
    const { ctx, call } = await setUp()

    await expect(makeAutomation(ctx, { ...call, ...given })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path }] },
    })
  })

  test('for an unknown skill or plan, an input that violates the contract, and a price above the limit', async () => {
    const { ctx, call } = await setUp()
    const { ctx: buyer, skill } = await setUpPlans()

    await expect(makeAutomation(ctx, { skill: 'no.such.skill' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(makeAutomation(ctx, { plan: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(makeAutomation(ctx, { ...call, input: {} })).rejects.toMatchObject({
      code: 'MISSING_REQUIRED_PARAM',
      options: { issues: [{ path: '/input/name' }] },
    })
    await expect(makeAutomation(buyer, { skill, input: { name: 'Ada' } })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    })
  })

  test('of a key that would start what another key or a person created', async () => {
    const { ctx, call } = await setUp()
    const id = await makeAutomation(ctx, call)
    const keyGrant = { scopes: ['run'] as const, skillSets: [], dailyCapMicros: 1n }
    const key = { ...ctx, keyId: 'key', keyGrant }

    for (const act of [runAutomationNow, resumeAutomation])
      await expect(act(key, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await workOff(ctx, id)).toEqual([])
  })

  test('of visitors, strangers and members who did not create it', async () => {
    const [owner, creator, member] = [await makeUser(), await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner, members: [creator, member] })
    const { call } = await setUp()
    const id = await makeAutomation(await contextFor(creator, { organisation }), call)
    const other = await contextFor(member, { organisation })
    const stranger = await contextFor(await makeUser())

    await expect(createAutomation(visitor(), call)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await listAutomations(other)).toMatchObject([{ id, canManage: false }])
    expect(await listAutomations(stranger)).toEqual([])
    for (const act of [pauseAutomation, resumeAutomation, deleteAutomation, runAutomationNow]) {
      await expect(act(other, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
      await expect(act(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(changeAutomation(other, id, { title: 'Mine' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
    const onlyReads = { scopes: ['read'] as const, skillSets: [], dailyCapMicros: null }
    const reader = { ...(await contextFor(creator, { organisation })), keyId: 'k', keyGrant: onlyReads }
    await expect(runAutomationNow(reader, id)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await deleteAutomation(await contextFor(owner, { organisation }), id)
    expect(await listAutomations(other)).toEqual([])
  })
})

test('a change keeps what is not sent, and its runs act as the person who made it', async () => {
  const [owner, creator] = [await makeUser(), await makeUser()]
  const organisation = await makeOrganisation({ owner, members: [creator] })
  const { call } = await setUp()
  const id = await makeAutomation(await contextFor(creator, { organisation }), {
    ...call,
    time_zone: 'Europe/Oslo',
  })
  const boss = await contextFor(owner, { organisation })

  await changeAutomation(boss, id, { title: 'Every Monday', trigger: { kind: 'cron', cron: '0 9 * * MON' } })

  expect(await getAutomation(boss, id)).toMatchObject({
    automation: {
      title: 'Every Monday',
      target: { input: { name: 'Ada' } },
      trigger: { cron: '0 9 * * MON', missed: 'skip' },
      timeZone: 'Europe/Oslo',
      userName: owner.name,
      nextAtMs: expect.toSatisfy((next: number[]) => next.length === 5),
    },
  })
})

test('a change of an automation that is resumed in the meantime does not stop its schedule', async () => {
  const { ctx, call } = await setUp()
  const id = await makeAutomation(ctx, call)
  await pauseAutomation(ctx, id)
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      if (name !== '$transaction') return value
      return async (...args: Parameters<typeof target.$transaction>) => {
        await resumeAutomation(ctx, id)
        return target.$transaction(...args)
      }
    },
  })

  await changeAutomation({ ...ctx, db }, id, { title: 'Renamed' })

  expect(await automationRow(id)).toMatchObject({
    title: 'Renamed',
    pausedAt: null,
    nextAt: expect.any(Date),
  })
})

test('a paused automation is not due, and runs on request', async () => {
  const { ctx, call } = await setUp()
  const id = await makeAutomation(ctx, call)
  await makeDue(id, lastTime())
  await pauseAutomation(ctx, id)

  expect(await workOff(ctx, id)).toEqual([])
  await runAutomationNow(ctx, id)
  expect(await workOff(ctx, id)).toMatchObject([{ state: 'succeeded' }])
})
