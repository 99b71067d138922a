import { expect, test } from 'vitest'
import { POST as START } from '#app/api/plan-runs/route.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor } from '../../testing/factories.ts'
import { callRoute, PLAN, setUpPlanRoutes } from '../../testing/setup/plans/plan-routes.ts'
import { plainEngine } from '../../testing/workflow-engines.ts'
import { performPlan } from '../perform/perform-plan.ts'

const callers = setUpPlanRoutes()
const { startWithKey } = callers

test('of calls with one idempotency key the first starts a plan, and the others get its plan run', async () => {
  const together = await Promise.all(Array.from({ length: 5 }, () => startWithKey('weekly', { plan: PLAN })))
  const later = await startWithKey('weekly', { plan: PLAN, max_price: '0.5' })
  const ids = await Promise.all([...together, later].map(async (each) => (await each.json()).plan_run_id))

  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toMatch(/^plan_/)
  expect(together.filter((each) => each.headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
  expect(later.headers.get('idempotent-replayed')).toBe('true')
  const { organisation } = callers.repeater
  expect(await database().planRun.count({ where: { organisationId: organisation.id, id: ids[0] } })).toBe(1)
  const other = await (await startWithKey('weekly', { plan: PLAN }, callers.keys.others)).json()
  expect(other.plan_run_id).not.toBe(ids[0])
})

test('an idempotency key that was used for another plan is a conflict, also after the plan has ended', async () => {
  const first = (await (await startWithKey('once', { plan: PLAN })).json()).plan_run_id
  await performPlan(await contextFor(callers.repeater), first, plainEngine())

  for (const body of [{ plan: { ...PLAN, goal: 'Another.' } }, { plan: PLAN, dry_run: true }])
    expect((await (await startWithKey('once', body)).json()).error.code).toBe('CONFLICT')
  const again = await (
    await startWithKey('once', { plan: PLAN, idempotency_key: 'the header counts' })
  ).json()
  expect(again).toMatchObject({ plan_run_id: first, state: 'succeeded' })
  const inBody = await (
    await callRoute(START, '', callers.keys.repeats, { plan: PLAN, idempotency_key: 'once' })
  ).body
  expect(inBody.plan_run_id).toBe(first)
})

test('a key counts for a day, and a refused call leaves it free', async () => {
  const wrong = await startWithKey('retry', { plan: { ...PLAN, steps: [] } })
  expect(wrong.status).toBe(400)
  const first = (await (await startWithKey('retry', { plan: PLAN })).json()).plan_run_id
  await performPlan(await contextFor(callers.repeater), first, plainEngine())
  const keyRef = { organisationId: callers.repeater.organisation.id, skillName: 'plan-runs', key: 'retry' }
  const createdAt = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await database().idempotencyKey.update({
    where: { organisationId_skillName_key: keyRef },
    data: { createdAt },
  })

  expect((await (await startWithKey('retry', { plan: PLAN })).json()).plan_run_id).not.toBe(first)
  expect((await startWithKey('ä', { plan: PLAN })).status).toBe(400)
})
