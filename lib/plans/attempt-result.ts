/** What an attempt came to, as a ToolResult: from its run, or from why there is none. Floor 3. */
import { sizeWords } from '../contract/market/size-words.ts'
import { type AttemptDetails, isRetryable } from '../contract/plan/next-attempt.ts'
import { MOST_GIVEN_BYTES } from '../contract/plan/plan-progress.ts'
import { sizeOf } from '../contract/plan/resolve-references.ts'
import type { ToolResult, ToolResultError } from '../contract/plan/tool-result.ts'
import type { AttemptPlace } from '../db/plan-attempts.ts'
import type { RunRow } from '../db/runs.ts'
import { AppError, type PublicError, toPublicError } from '../errors.ts'
import { logFault } from '../execution/log-fault.ts'
import { showRun } from '../execution/show-run.ts'
import { harmOf, type Repeatable } from '../execution/take-back-run.ts'
import { toolResultOf } from '../execution/tool-result.ts'
import { NotAnyMore } from './context-of-plan.ts'

/** What is known of an attempt before it has a run. */
export type AttemptFacts = { place: AttemptPlace; startedAt: number; tool: string }

/** Of a run that has ended. */
export function resultOfRun(facts: AttemptFacts, run: RunRow, tool: Repeatable): ToolResult {
  const result = toolResultOf(showRun(run))
  // Only a run that is over is asked.
  if (!result) throw new Error(`Run ${run.id} has not ended.`)
  const { stepId, attempt, planRunId } = facts.place
  const lost = harmOf(run, tool)
  const { error } = result
  return {
    ...result,
    runId: planRunId,
    stepId,
    attempt,
    ...(error && { error: judged(error, lost && { lost }) }),
  }
}

/** Of what was refused, or failed, before there was a run. */
export function refusalOf(facts: AttemptFacts, thrown: unknown): ToolResult {
  const error = errorOf(thrown)
  const { code, message, details } = error
  const isFinal = thrown instanceof NotAnyMore && { isFinal: true as const }
  const status = code === 'CANCELLED' ? 'cancelled' : 'error'
  return {
    ...without(facts),
    status,
    error: judged(
      { code, message, ...(details && { details: details as never }), retryable: false },
      isFinal || undefined,
    ),
    ...(error.suggested_action && { userMessage: error.suggested_action }),
  }
}

/** Of its data, which is all that can be large. */
export function sizeGiven({ data }: ToolResult): number {
  return data === undefined ? 0 : sizeOf(data, MOST_GIVEN_BYTES)
}

/** The same when there is no room for what the call gave back: it was made, and its run has its output. */
export function withoutData({ data: _, ...result }: ToolResult): ToolResult {
  const message = `What the steps of this plan give back is more than ${sizeWords(MOST_GIVEN_BYTES)} together.`
  return {
    ...result,
    status: 'error',
    ok: false,
    error: { code: 'PRECONDITION_FAILED', message, retryable: false },
    userMessage: 'Let its steps read less, or go through fewer items in one plan.',
  }
}

export function skippedResult(facts: AttemptFacts, why: string): ToolResult {
  return { ...without(facts), status: 'skipped', userMessage: why }
}

function without({ place: { planRunId, unit, attempt, stepId }, startedAt, tool }: AttemptFacts) {
  const endedAt = Date.now()
  return {
    callId: `${planRunId}:${unit}:${attempt}`,
    runId: planRunId,
    stepId,
    tool,
    attempt,
    ok: false,
    startedAt,
    endedAt,
    durationMs: endedAt - startedAt,
  }
}

/** Whether a plan may try again, and what it has to know for that. */
function judged(error: ToolResultError, more: AttemptDetails | undefined): ToolResultError {
  const retryable = more ? more.lost === 'unharmed' : isRetryable(error.code)
  return { ...error, retryable, ...(more && { details: more }) }
}

/** A fault of ours is logged where it happened; the plan gets a reference. */
function errorOf(thrown: unknown): PublicError {
  if (thrown instanceof AppError && thrown.code !== 'INTERNAL_ERROR') return toPublicError(thrown)
  return toPublicError(thrown, logFault(thrown, 'a step of a plan could not be performed'))
}
