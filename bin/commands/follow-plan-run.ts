/** Waiting for a plan run that a worker performs. */
import type { Context } from '#lib/context.ts'
import { countAlive } from '#lib/db/workers.ts'
import { AppError } from '#lib/errors.ts'
import type { PlanRunView } from '#lib/plans/plan-run-view.ts'
import { watchPlanRun } from '#lib/plans/watch-plan-run.ts'

const HEARD_WITHIN_MS = 10_000

/** Resolves with its end; at once when it waits for somebody. Throws TOOL_NOT_AVAILABLE when there is no worker to perform it. */
export async function followPlanRun(ctx: Context, planRun: PlanRunView): Promise<PlanRunView> {
  if (planRun.state === 'waiting') return planRun
  if ((await countAlive(ctx.db, HEARD_WITHIN_MS)) === 0)
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: `No worker is at work. ${planRun.id} waits for one.`,
      suggestedAction: 'Start one: npm start, or npm run worker.',
    })
  let last = planRun
  await watchPlanRun(ctx, planRun.id, {
    onChange: (news) => (last = news.planRun),
    signal: new AbortController().signal,
  })
  return last
}
