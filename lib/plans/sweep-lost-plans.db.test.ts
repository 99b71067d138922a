// Plan runs that no worker will come back to: they end, say so, and can be resumed.
import { expect, test } from 'vitest'
import { database } from '../db/client.ts'
import { contextFor, makeUser } from '../testing/factories.ts'
import { bullets, makePlan, perform } from '../testing/plan-setup.ts'
import { getPlanRun } from './get-plan-run.ts'
import { resumePlanRun } from './resume-plan-run.ts'
import { startPlanRun } from './start-plan-run.ts'
import { sweepLostPlans } from './sweep-lost-plans.ts'

const db = database()
const ctx = await contextFor(await makeUser())
const LATER = () => Date.now() + 120_000

async function start(confirmed = true): Promise<string> {
  return (await startPlanRun(ctx, { plan: makePlan([bullets]), confirmed })).planRun.id
}

test('what the engine has given up ends as failed, and goes on when it is resumed', async () => {
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
  const { planRun } = await resumePlanRun(ctx, lost, { confirmed: true })
  expect(await perform(ctx, planRun.id)).toMatchObject({ state: 'succeeded' })
})

test('the engine is not asked about what has just begun, waits for a yes, or is over', async () => {
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
