// A NUL and half a character are JSON, and no text of Postgres: a plan that holds them is kept, listed and told of.
import { expect, test } from 'vitest'
import { listActivity } from '../audit/list-activity.ts'
import { parseActivityQuery } from '../contract/market/activity-query.ts'
import { database } from '../db/client.ts'
import { contextFor, makeAdmin, makeUser } from '../testing/factories.ts'
import { makePlan, perform } from '../testing/plan-setup.ts'
import { getPlanRun, listPlanRuns } from './get-plan-run.ts'
import { startPlanRun } from './start-plan-run.ts'

const ODD = '- a\0b \ud800'

test('in the goal, the arguments and the results', async () => {
  const ctx = await contextFor(await makeUser())
  const plan = makePlan([{ id: 'odd', tool: 'util.parseMarkdownBullets', args: { text: ODD } }], {
    goal: `Odd ${ODD}`,
  })

  const { planRun } = await startPlanRun(ctx, { plan, confirmed: true })
  await perform(ctx, planRun.id)

  expect(await getPlanRun(ctx, planRun.id)).toMatchObject({
    state: 'succeeded',
    plan: { goal: `Odd ${ODD}` },
  })
  expect((await listPlanRuns(ctx)).planRuns).toMatchObject([{ id: planRun.id, doneCount: 1 }])
  const admin = await contextFor(await makeAdmin())
  const { lines } = await listActivity(admin, parseActivityQuery(new URLSearchParams('kind=plans')), {
    tools: [],
  })
  expect(lines.find(({ id }) => id === planRun.id)?.what).toBe('Odd - a\ufffdb \ufffd')
  const told = await database().auditEvent.findFirst({ where: { subjectId: planRun.id, action: 'plan.run' } })
  expect(told?.subject).toBe('Odd - a\ufffdb \ufffd')
})
