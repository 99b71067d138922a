/** One call of a plan as a run: started, or found again, and awaited. Floor 3. */
import { setTimeout as sleep } from 'node:timers/promises'
import { amountOf } from '../contract/money/money.ts'
import { splitToolName } from '../contract/plan/plan-tool.ts'
import type { AttemptPlace } from '../db/plan-attempts.ts'
import { sumPlanPrice } from '../db/plan-runs.ts'
import { AppError } from '../errors.ts'
import { cancelRun } from '../execution/cancel-run.ts'
import { type StartedRun, startRun } from '../execution/start-run.ts'
import { takeBackRun } from '../execution/take-back-run.ts'
import type { ActingContext } from './context-of-plan.ts'
import type { PlanWork } from './plan-work.ts'
import type { Prepared } from './prepare-unit.ts'

type Dispatch = {
  place: AttemptPlace
  prepared: Prepared
  /** The run that the attempt became before its worker died. */
  knownRunId?: string
}

/** Resolves with the run's id when it has ended, whatever its end; `note` hears of it first. Throws as `startRun`. */
export async function dispatchUnit(
  acting: ActingContext,
  work: PlanWork,
  { place, prepared, knownRunId }: Dispatch,
  note: (runId: string) => Promise<void>,
): Promise<string> {
  const started = knownRunId ? undefined : await startPatiently(acting, work, place, prepared)
  const runId = knownRunId ?? (started as StartedRun).run.id
  if (!knownRunId) await note(runId)
  const stop = () => void cancelRun(acting, runId).catch(() => {})
  work.cancel.addEventListener('abort', stop)
  if (work.cancel.aborted) stop()
  try {
    if (started && !started.isRepeated) await started.ended
    else await takeBackRun(acting, runId)
  } finally {
    work.cancel.removeEventListener('abort', stop)
  }
  return runId
}

const LINE_IS_FULL_MS = 1_000
const PATIENT_FOR_MS = 10 * 60_000

/** A plan has time: while the line of its organisation is full, it waits outside. */
async function startPatiently(
  acting: ActingContext,
  work: PlanWork,
  place: AttemptPlace,
  prepared: Prepared,
): Promise<StartedRun> {
  const givesUpAt = Date.now() + PATIENT_FOR_MS
  for (;;) {
    if (work.cancel.aborted) throw new AppError('CANCELLED')
    try {
      return await start(acting, work, place, prepared)
    } catch (thrown) {
      const isFull = thrown instanceof AppError && thrown.code === 'RATE_LIMIT_EXCEEDED'
      if (!isFull || Date.now() > givesUpAt) throw thrown
      await sleep(LINE_IS_FULL_MS, undefined, { signal: work.cancel }).catch(() => {})
    }
  }
}

async function start(
  acting: ActingContext,
  work: PlanWork,
  { planRunId, unit, attempt, stepId }: AttemptPlace,
  { step, args }: Prepared,
): Promise<StartedRun> {
  const { name, wanted } = splitToolName(step.tool)
  const { timeZone, dryRun } = work.row
  return withinPrice(acting, work, (maxPrice) =>
    startRun(acting, {
      skill: { name, ...(wanted !== undefined && { version: wanted }) },
      args,
      timeZone,
      idempotencyKey: `${planRunId}:${unit}:${attempt}`,
      planStep: { planRunId, stepId, attempt },
      ...(dryRun && { dryRun }),
      ...(step.timeoutMs !== undefined && { timeoutMs: step.timeoutMs }),
      ...(maxPrice !== undefined && { maxPrice }),
    }),
  )
}

/** Hands on what is left of the plan's own limit; calls side by side do not spend the same rest twice. */
async function withinPrice<Value>(
  { db }: ActingContext,
  work: PlanWork,
  begin: (maxPrice?: string) => Promise<Value>,
): Promise<Value> {
  const { id, maxPriceMicros } = work.row
  if (maxPriceMicros === null) return begin()
  const turn = work.counting.then(async () => {
    const left = maxPriceMicros - (await sumPlanPrice(db, id))
    return begin(amountOf(left > 0n ? left : 0n))
  })
  work.counting = turn.catch(() => {})
  return turn
}
