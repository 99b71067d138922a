// Plan runs that no worker will continue end as lost, and can be resumed.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { bullets, makePlan, perform } from '../../testing/plan-setup.ts'
import { resumePlanRun } from '../start/resume-plan-run.ts'
import { startPlanRun } from '../start/start-plan-run.ts'
import { getPlanRun } from '../views/get-plan-run.ts'
import { sweepLostPlans } from './sweep-lost-plans.ts'

const db = database()
const ctx = await contextFor(await makeUser())
const LATER = () => Date.now() + 120_000

async function start(confirmed = true): Promise<string> {
  return (await startPlanRun(ctx, { plan: makePlan([bullets]), confirmed })).planRun.id
}

const noticesOf = (planRunId: string) => db.notice.findMany({ where: { href: `/plans/runs/${planRunId}` } })

test('a plan that the worker queue gave up ends as failed, and continues when it is resumed', async () => {
  const [lost, going] = [await start(), await start()]

  await sweepLostPlans(db, async (ids) => ids.filter((id) => id === lost), LATER())

  expect(await getPlanRun(ctx, lost)).toMatchObject({
    state: 'failed',
    endedAtMs: expect.any(Number),
    error: {
      code: 'INTERNAL_ERROR',
      reference: expect.any(String),
      suggested_action: expect.stringContaining('Resume'),
    },
  })
  expect(await getPlanRun(ctx, going)).toMatchObject({ state: 'queued' })
  expect(await noticesOf(lost)).toMatchObject([{ kind: 'plan.failed' }])
  const { planRun } = await resumePlanRun(ctx, lost, { confirmed: true })
  expect(await perform(ctx, planRun.id)).toMatchObject({ state: 'succeeded' })
  expect(await noticesOf(planRun.id)).toMatchObject([{ kind: 'plan.succeeded' }])
})

test('the queue is not asked about plans that just started, wait for confirmation or have ended', async () => {
  const [fresh, over, waiting] = [await start(), await start(), await start(false)]
  await perform(ctx, over)
  const asked: string[] = []
  const isGivenUp = async (ids: string[]) => {
    asked.push(...ids)
    return []
  }

  await sweepLostPlans(db, isGivenUp)
  expect(asked).not.toContain(fresh)

  await sweepLostPlans(db, isGivenUp, LATER())
  expect(asked).toContain(fresh)
  expect(asked).not.toContain(over)
  expect(asked).not.toContain(waiting)
})
