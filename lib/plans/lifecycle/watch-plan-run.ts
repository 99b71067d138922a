import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, requireViewer } from '../../context/context.ts'
import {
  addWatcher,
  pollIntervalMs,
  readAsWatcher,
  requireLiveAccess,
} from '../../runs/lifecycle/watch-run.ts'
import { openWakeUpsOn, subscribeToPlanRuns } from '../../runs/queue/run-notifications.ts'
import { listActiveRuns, listAttemptsSince, type PlanAttemptRow } from '../rows/plan-attempts.ts'
import { findOwnPlanRun } from '../views/find-own-plan-run.ts'
import { buildPlanRunView } from '../views/get-plan-run.ts'
import { type KnownPlanRun, listEventsBetween, type PlanEvent } from '../views/plan-events.ts'
import type { PlanRunView } from '../views/plan-run-view.ts'
import { showPlanSteps } from '../views/show-plan-steps.ts'

/** How often progress is polled: only subscribers of a single run are notified of it. */
const POLL_MS = 1_000
const MIN_INTERVAL_MS = 150

type PlanRunUpdate = {
  planRun: PlanRunView
  events: PlanEvent[]
}

type WatchOptions = {
  onChange: (update: PlanRunUpdate) => unknown
  signal: AbortSignal
  since?: number
}

/**
 * Calls `onChange` at once and after each change, until the plan run has ended or `signal` aborts. `since` is the revision that a
 * reconnecting client knows. Throws UNAUTHENTICATED,
 * NOT_FOUND, and RATE_LIMIT_EXCEEDED for too many watchers.
 */
export async function watchPlanRun(
  ctx: Context,
  id: unknown,
  { onChange, signal, since }: WatchOptions,
): Promise<void> {
  const removeWatcher = addWatcher(requireViewer(ctx).userId)
  const concerns = (notification: { planRunId: string }) => notification.planRunId === id
  const pollMs = () => pollIntervalMs(POLL_MS)
  const wakeUps = await openWakeUpsOn(subscribeToPlanRuns, concerns, { signal, pollMs })
  try {
    let lastSent = ''
    let attempts: PlanAttemptRow[] = []
    let known: KnownPlanRun | undefined
    do {
      const { own, now, planRun } = await readAsWatcher(async () => {
        const own = await findOwnPlanRun(ctx, id)
        const active = own.row.state === 'running' ? await listActiveRuns(ctx.db, own.row.id) : []
        const now = `${own.row.revision} ${JSON.stringify(active)}`
        const isNew = now !== lastSent
        if (isNew) attempts = await listAttemptsSince(ctx.db, own.row.id, attempts)
        const planRun = isNew && (await buildPlanRunView(ctx, own, attempts))
        // Asked again each time, because access may have been revoked since the stream was opened.
        if (lastSent) await requireLiveAccess(ctx)
        return { own, now, planRun }
      })
      if (planRun) {
        known ??= stateAtRevision(since, planRun, attempts)
        await onChange({ planRun, events: listEventsBetween(known, planRun) })
        known = planRun
      }
      lastSent = now
      if (own.row.endedAt !== null) return
      await sleep(MIN_INTERVAL_MS, undefined, { signal }).catch(() => {})
      await wakeUps.next()
    } while (!signal.aborted)
  } finally {
    wakeUps.close()
    removeWatcher()
  }
}

/** Returns what a client knows that reconnects, so that results are not sent again, only activity. */
function stateAtRevision(
  since: number | undefined,
  { plan, revision }: PlanRunView,
  attempts: readonly PlanAttemptRow[],
): KnownPlanRun {
  if (since === undefined || since > revision) return { steps: [] }
  const recorded = attempts.filter((attempt) => attempt.revision !== null && attempt.revision <= since)
  return { steps: showPlanSteps(plan, recorded, { isOver: false, active: [] }) }
}
