/** Following a plan run while it goes on. Floor 3. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, requireViewer } from '../context.ts'
import { listGoingRuns } from '../db/plan-attempts.ts'
import { countWatcher } from '../execution/count-watchers.ts'
import { openWakeUpsOn } from '../execution/wake-ups.ts'
import { requireLiveKey } from '../execution/watch-run.ts'
import { findOwnPlanRun } from './find-own-plan-run.ts'
import { viewOf } from './get-plan-run.ts'
import { hearPlans } from './plan-announcements.ts'
import type { PlanRunView } from './plan-run-view.ts'

/** How far a run is, is told to those who follow the run; here it is looked up. */
const LOOK_AGAIN_MS = 1_000
/** Many items end in a moment; they are told together. */
const AT_MOST_EVERY_MS = 150

/**
 * Calls `onChange` with it as it is now and after each change; resolves when it has ended or `signal` is aborted. Throws
 * UNAUTHENTICATED, NOT_FOUND, and RATE_LIMIT_EXCEEDED for too many at once, before the first call.
 */
export async function watchPlanRun(
  ctx: Context,
  id: unknown,
  onChange: (planRun: PlanRunView) => void,
  signal: AbortSignal,
): Promise<void> {
  const leave = countWatcher(requireViewer(ctx).userId)
  const concerns = (heard: { planRunId: string }) => heard.planRunId === id
  const wakeUps = await openWakeUpsOn(hearPlans, concerns, { signal, lookAgainMs: LOOK_AGAIN_MS })
  try {
    let told = ''
    do {
      // Asked again each time: the right to see it may have gone since.
      await requireLiveKey(ctx)
      const own = await findOwnPlanRun(ctx, id)
      const now = `${own.row.revision} ${JSON.stringify(await listGoingRuns(ctx.db, own.row.id))}`
      if (now !== told) onChange(await viewOf(ctx, own))
      told = now
      if (own.row.endedAt !== null) return
      await sleep(AT_MOST_EVERY_MS, undefined, { signal }).catch(() => {})
      await wakeUps.next()
    } while (!signal.aborted)
  } finally {
    wakeUps.close()
    leave()
  }
}
