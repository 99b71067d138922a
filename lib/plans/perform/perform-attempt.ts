/**
 * A worker that took over may repeat the call: it gets the recorded result, or the run of the same idempotency key
 * (plan run, unit, attempt), so none runs or is charged twice. See docs/spec/tools-and-plans.md §3.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../kernel/errors.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { amountOf } from '../../kernel/money.ts'
import { cancelRun } from '../../runs/lifecycle/cancel-run.ts'
import { recoverRun } from '../../runs/lifecycle/recover-run.ts'
import type { ToolResult } from '../../runs/model/tool-result.ts'
import { notifyPlanRun } from '../../runs/queue/run-notifications.ts'
import type { RunContext } from '../../runs/resolve/create-run-context.ts'
import { findRun } from '../../runs/rows/run-history.ts'
import { type StartedRun, startRun } from '../../runs/start/start-run.ts'
import { splitToolName } from '../model/document/plan-tool.ts'
import type { Unit } from '../model/progress/plan-progress.ts'
import {
  type AttemptRef,
  beginAttempt,
  findAttempt,
  recordAttempt,
  setAttemptRun,
} from '../rows/plan-attempts.ts'
import { sumPlanCommitment } from '../rows/plan-runs.ts'
import {
  type AttemptFacts,
  createPlanContext,
  resultBytes,
  skippedResult,
  toRefusedResult,
  toRunResult,
  withoutData,
} from './attempt-result.ts'
import type { PlanWork } from './perform-plan.ts'
import { dryRunSkipReason, type PreparedUnit, prepareUnit } from './prepare-unit.ts'

/** Rejects only if nothing can be recorded; it may then be called again. */
export async function performAttempt(work: PlanWork, unit: Unit, attempt: number): Promise<ToolResult> {
  const { ctx, row } = work
  const ref = { planRunId: row.id, unit: unit.key, attempt, stepId: unit.stepId, index: unit.index }
  const known = await findAttempt(ctx.db, ref)
  const result = known?.result ?? (await perform(work, unit, ref, known?.runId ?? undefined))
  work.results.set(`${unit.key}#${attempt}`, result)
  await notifyPlanRun(ctx.db, { planRunId: row.id, organisationId: row.organisationId, what: 'moved' })
  return result
}

async function perform(
  work: PlanWork,
  unit: Unit,
  ref: AttemptRef,
  knownRunId: string | undefined,
): Promise<ToolResult> {
  const { ctx, row } = work
  const tool = work.plan.steps.find(({ id }) => id === unit.stepId)?.tool ?? unit.stepId
  const facts = { ref, startedAt: Date.now(), tool }
  const hasBegun = await beginAttempt(ctx.db, ref)
  if (!hasBegun) return recordAttempt(ctx.db, ref, toRefusedResult(facts, new AppError('CANCELLED')))
  await notifyPlanRun(ctx.db, { planRunId: row.id, organisationId: row.organisationId, what: 'moved' })
  const { result, runId } = await call(work, unit, facts, knownRunId)
  return recordAttempt(ctx.db, ref, withinOutputLimit(work, result), runId)
}

function withinOutputLimit({ outputRoom }: PlanWork, result: ToolResult): ToolResult {
  const bytes = resultBytes(result)
  if (bytes > outputRoom.bytes) return withoutData(result)
  outputRoom.bytes -= bytes
  return result
}

type AttemptOutcome = { result: ToolResult; runId?: string }

const MAX_TRIES = 3
const RETRY_PAUSE_MS = 1_000

async function call(
  work: PlanWork,
  unit: Unit,
  facts: AttemptFacts,
  knownRunId: string | undefined,
): Promise<AttemptOutcome> {
  let runId = knownRunId
  for (let tried = 1; ; tried += 1) {
    try {
      const acting = await createPlanContext(work.ctx, work.row)
      const prepared = await prepareUnit(acting, work, unit)
      if ('skip' in prepared) return { result: skippedResult(facts, prepared.skip) }
      const asked = { ref: facts.ref, prepared, knownRunId: runId }
      runId = await dispatchUnit(acting, work, asked, async (id) => {
        runId = id
        await setAttemptRun(work.ctx.db, facts.ref, id)
      })
      const run = await findRun(work.ctx.db, runId)
      if (!run) throw new AppError('INTERNAL_ERROR', { detail: `run ${runId} is missing` })
      const result = toRunResult(facts, run, prepared.tool ?? UNKNOWN)
      const skipReason = dryRunSkipReason(work, unit.stepId, result)
      return { result: skipReason === undefined ? result : skippedResult(facts, skipReason), runId }
    } catch (thrown) {
      const isFault = !(thrown instanceof AppError)
      if (!isFault || tried === MAX_TRIES) return { result: toRefusedResult(facts, thrown), runId }
      await sleep(RETRY_PAUSE_MS * tried)
    }
  }
}

/** A missing tool gets the highest risk. */
const UNKNOWN = { name: '', riskLevel: 'commands', sideEffects: [] }

type Dispatch = {
  ref: AttemptRef
  prepared: PreparedUnit
  /** Set if the run was created before its worker died. */
  knownRunId?: string
}

async function dispatchUnit(
  acting: RunContext,
  work: PlanWork,
  { ref, prepared, knownRunId }: Dispatch,
  note: (runId: string) => Promise<void>,
): Promise<string> {
  const started = knownRunId ? undefined : await startWhenQueueHasRoom(acting, work, ref, prepared)
  const runId = knownRunId ?? (started as StartedRun).run.id
  if (!knownRunId) await note(runId)
  const stop = () => void cancelRun(acting, runId).catch(logUnlessExpected)
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

/** Passes the rest of the price limit; serialised, so that parallel calls do not use it twice. */
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
