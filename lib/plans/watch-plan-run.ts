/** Following a plan run while it goes on. Floor 3. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, requireViewer } from '../context.ts'
import { listAttemptsSince, listGoingRuns, type PlanAttemptRow } from '../db/plan-attempts.ts'
import { countWatcher } from '../execution/count-watchers.ts'
import { openWakeUpsOn } from '../execution/wake-ups.ts'
import { requireLiveAccess } from '../execution/watch-run.ts'
import { findOwnPlanRun } from './find-own-plan-run.ts'
import { viewOf } from './get-plan-run.ts'
import { hearPlans } from './plan-announcements.ts'
import { eventsBetween, type Heard, type PlanEvent } from './plan-events.ts'
import type { PlanRunView } from './plan-run-view.ts'
import { showPlanSteps } from './show-plan-steps.ts'

/** How far a run is, is told to those who follow the run; here it is looked up. */
const LOOK_AGAIN_MS = 1_000
/** Many items end in a moment; they are told together. */
const AT_MOST_EVERY_MS = 150

export type PlanRunNews = {
  /** As it is now. */
  planRun: PlanRunView
  /** What happened since it was told last. */
  events: PlanEvent[]
}

type Watching = {
  onChange: (news: PlanRunNews) => unknown
  signal: AbortSignal
  /** The revision up to which results are known already. */
  since?: number
}

/**
 * Calls `onChange` with it as it is now and after each change, and waits for it to be done with that; resolves when the
 * plan run has ended or `signal` is aborted. Throws UNAUTHENTICATED, NOT_FOUND, and RATE_LIMIT_EXCEEDED for too many at
 * once, before the first call.
 */
export async function watchPlanRun(
  ctx: Context,
  id: unknown,
  { onChange, signal, since }: Watching,
): Promise<void> {
  const leave = countWatcher(requireViewer(ctx).userId)
  const concerns = (heard: { planRunId: string }) => heard.planRunId === id
  const wakeUps = await openWakeUpsOn(hearPlans, concerns, { signal, lookAgainMs: LOOK_AGAIN_MS })
  try {
    let told = ''
    let attempts: PlanAttemptRow[] = []
    let heard: Heard | undefined
    do {
      const own = await findOwnPlanRun(ctx, id)
      const now = `${own.row.revision} ${JSON.stringify(await listGoingRuns(ctx.db, own.row.id))}`
      const isNew = now !== told
      if (isNew) attempts = await listAttemptsSince(ctx.db, own.row.id, attempts)
      const planRun = isNew && (await viewOf(ctx, own, attempts))
      // Asked again each time, after reading: the right to see what was read may have gone since.
      await requireLiveAccess(ctx)
      if (planRun) {
        heard ??= heardUpTo(since, planRun, attempts)
        await onChange({ planRun, events: eventsBetween(heard, planRun) })
        heard = planRun
      }
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

/** Results are never told twice; what goes on is, to whoever comes back. A revision that is none yet knows nothing. */
function heardUpTo(
  since: number | undefined,
  { plan, revision }: PlanRunView,
  attempts: readonly PlanAttemptRow[],
): Heard {
  if (since === undefined || since > revision) return { steps: [] }
  const known = attempts.filter((attempt) => attempt.revision !== null && attempt.revision <= since)
  return { steps: showPlanSteps(plan, known, { isOver: false, going: [] }) }
}
