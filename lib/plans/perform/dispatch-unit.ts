import { setTimeout as sleep } from 'node:timers/promises'
import type { AttemptRef } from '../../db/plans/plan-attempts.ts'
import { sumPlanCommitment } from '../../db/plans/plan-runs.ts'
import { AppError } from '../../errors.ts'
import { amountOf } from '../../money/money.ts'
import { splitToolName } from '../../plan-documents/document/plan-tool.ts'
import { cancelRun } from '../../runs/lifecycle/cancel-run.ts'
import { recoverRun } from '../../runs/lifecycle/recover-run.ts'
import type { RunContext } from '../../runs/resolve/create-run-context.ts'
import { type StartedRun, startRun } from '../../runs/start/start-run.ts'
import type { PlanWork } from './perform-plan.ts'
import type { PreparedUnit } from './prepare-unit.ts'

type Dispatch = {
  ref: AttemptRef
  prepared: PreparedUnit
  /** The run that the attempt created before its worker died. */
  knownRunId?: string
}

export async function dispatchUnit(
  acting: RunContext,
  work: PlanWork,
  { ref, prepared, knownRunId }: Dispatch,
  note: (runId: string) => Promise<void>,
): Promise<string> {
  const started = knownRunId ? undefined : await startWhenQueueHasRoom(acting, work, ref, prepared)
  const runId = knownRunId ?? (started as StartedRun).run.id
  if (!knownRunId) await note(runId)
  const stop = () => void cancelRun(acting, runId).catch(() => {})
  work.cancel.addEventListener('abort', stop)
  if (work.cancel.aborted) stop()
  try {
    if (started && !started.isRepeated) await started.ended
    else await recoverRun(acting, runId)
  } finally {
    work.cancel.removeEventListener('abort', stop)
  }
  return runId
}

const QUEUE_RETRY_MS = 1_000
const MAX_QUEUE_WAIT_MS = 10 * 60_000

async function startWhenQueueHasRoom(
  acting: RunContext,
  work: PlanWork,
  ref: AttemptRef,
  prepared: PreparedUnit,
): Promise<StartedRun> {
  const deadlineMs = Date.now() + MAX_QUEUE_WAIT_MS
  for (;;) {
    if (work.cancel.aborted) throw new AppError('CANCELLED')
    try {
      return await start(acting, work, ref, prepared)
    } catch (thrown) {
      const isFull = thrown instanceof AppError && thrown.code === 'RATE_LIMIT_EXCEEDED'
      if (!isFull || Date.now() > deadlineMs) throw thrown
      await sleep(QUEUE_RETRY_MS, undefined, { signal: work.cancel }).catch(() => {})
    }
  }
}

async function start(
  acting: RunContext,
  work: PlanWork,
  { planRunId, unit, attempt, stepId }: AttemptRef,
  { step, args }: PreparedUnit,
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

/** Passes on the rest of the plan's price limit; serialised, so that parallel calls do not spend it twice. */
async function withinPrice<Value>(
  { db }: RunContext,
  work: PlanWork,
  begin: (maxPrice?: string) => Promise<Value>,
): Promise<Value> {
  const { id, maxPriceMicros } = work.row
  if (maxPriceMicros === null) return begin()
  const turn = work.priceQueue.then(async () => {
    const left = maxPriceMicros - (await sumPlanCommitment(db, id))
    return begin(amountOf(left > 0n ? left : 0n))
  })
  work.priceQueue = turn.catch(() => {})
  return turn
}
