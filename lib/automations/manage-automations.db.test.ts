import { describe, expect, test } from 'vitest'
import { automationRow, makeAutomation, setUpAutomation, workOff } from '../testing/automation-setup.ts'
import { contextFor, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { setUpPlans } from '../testing/plan-setup.ts'
import { getAutomation, listAutomations } from './list-automations.ts'
import {
  changeAutomation,
  createAutomation,
  deleteAutomation,
  pauseAutomation,
  resumeAutomation,
  runAutomationNow,
} from './manage-automations.ts'

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
    const { ctx, call } = await setUpAutomation()

    await expect(makeAutomation(ctx, { ...call, ...given })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path }] },
    })
  })

  test('for an unknown skill or plan, an input that violates the contract, and a price above the limit', async () => {
    const { ctx, call } = await setUpAutomation()
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
    const { ctx, call } = await setUpAutomation()
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
    const { call } = await setUpAutomation()
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
  const { call } = await setUpAutomation()
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
  const { ctx, call } = await setUpAutomation()
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
