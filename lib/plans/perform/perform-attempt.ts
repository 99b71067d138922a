/**
 * A worker that took over may repeat the call: a recorded result is returned, and an existing run is found by
 * its idempotency key (plan run, unit, attempt), so no attempt runs or is charged twice. See
 * docs/spec/tools-and-plans.md §3.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AttemptRef,
  beginAttempt,
  findAttempt,
  recordAttempt,
  setAttemptRun,
} from '../../db/plans/plan-attempts.ts'
import { findRun } from '../../db/runs/run-history.ts'
import { AppError } from '../../errors.ts'
import type { Unit } from '../../plan-documents/progress/plan-progress.ts'
import type { ToolResult } from '../../run-model/tool-result.ts'
import { notifyPlanRun } from '../../runs/queue/plan-run-notifications.ts'
import {
  type AttemptFacts,
  createPlanContext,
  resultBytes,
  skippedResult,
  toRefusedResult,
  toRunResult,
  withoutData,
} from './attempt-result.ts'
import { dispatchUnit } from './dispatch-unit.ts'
import type { PlanWork } from './perform-plan.ts'
import { dryRunSkipReason, prepareUnit } from './prepare-unit.ts'

/** Resolves with the recorded result. Rejects only if nothing can be recorded; then it may be called again. */
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

/** A tool that is gone gets the highest risk. */
const UNKNOWN = { name: '', riskLevel: 'commands', sideEffects: [] }
