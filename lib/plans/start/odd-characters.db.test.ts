// A NUL and half a surrogate pair are valid JSON, but Postgres cannot store them as text.
import { expect, test } from 'vitest'
import { parseActivityQuery } from '../../audit/audit-query.ts'
import { listActivity } from '../../audit/list-activity.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makeAdmin, makeUser } from '../../testing/factories.ts'
import { makePlan, perform } from '../../testing/plan-setup.ts'
import { getPlanRun, listPlanRuns } from '../views/get-plan-run.ts'
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
  const auditEvent = await database().auditEvent.findFirst({
    where: { subjectId: planRun.id, action: 'plan.run' },
  })
  expect(auditEvent?.subject).toBe('Odd - a\ufffdb \ufffd')
})
