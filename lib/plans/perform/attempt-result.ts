import type { Context } from '../../context/context.ts'
import { AppError, type PublicError, toPublicError } from '../../kernel/errors.ts'
import { LIMITED } from '../../kernel/limit-reached.ts'
import { logFault } from '../../kernel/logging/log.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import { assessHarm, type Repeatable } from '../../runs/lifecycle/recover-run.ts'
import type { ToolResult, ToolResultError } from '../../runs/model/tool-result.ts'
import { createRunContext, type RunContext, type RunOwner } from '../../runs/resolve/create-run-context.ts'
import type { RunRow } from '../../runs/rows/runs.ts'
import { showRun, toToolResult } from '../../runs/views/show-run.ts'
import { type AttemptDetails, isRetryable } from '../model/progress/next-attempt.ts'
import { MAX_PLAN_OUTPUT_BYTES } from '../model/progress/plan-progress.ts'
import { jsonSize } from '../model/progress/resolve-references.ts'
import type { AttemptRef } from '../rows/plan-attempts.ts'

export type AttemptFacts = { ref: AttemptRef; startedAt: number; tool: string }

/** Returns the result of an attempt whose run has ended, with whether it may be repeated. */
export function toRunResult(facts: AttemptFacts, run: RunRow, tool: Repeatable): ToolResult {
  const result = toToolResult(showRun(run))
  if (!result) throw new Error(`Run ${run.id} has not ended.`)
  const { stepId, attempt, planRunId } = facts.ref
  const lost = assessHarm(run, tool)
  const { error } = result
  return {
    ...result,
    runId: planRunId,
    stepId,
    attempt,
    ...(error && { error: setRetryability(error, lost && { lost }) }),
  }
}

/** Returns the result of an attempt that was refused before it ran. */
export function toRefusedResult(facts: AttemptFacts, thrown: unknown): ToolResult {
  const error = describeThrown(thrown)
  const { code, message, details, retry_after, limit } = error
  const isFinal = thrown instanceof PlanPermissionLost && { isFinal: true as const }
  const status = code === 'CANCELLED' ? 'cancelled' : 'error'
  return {
    ...emptyResult(facts),
    status,
    error: setRetryability(
      {
        ...{ code, message, retryable: false },
        ...(details && { details: details as never }),
        ...(retry_after !== undefined && { retry_after }),
        ...(limit && { limit }),
      },
      isFinal || undefined,
    ),
    ...(error.suggested_action && { userMessage: error.suggested_action }),
  }
}

/** Returns the size of a result's data in JSON, counted up to the limit. */
export function measureResult({ data }: ToolResult): number {
  return data === undefined ? 0 : jsonSize(data, MAX_PLAN_OUTPUT_BYTES)
}

/** Returns the result as an error without its data, because those of all steps are too large together. The run still has the data. */
export function toTooLargeResult({ data: _, ...result }: ToolResult): ToolResult {
  const message = `The results of this plan’s steps exceed ${formatBytes(MAX_PLAN_OUTPUT_BYTES)} in total.`
  return {
    ...result,
    status: 'error',
    ok: false,
    error: {
      code: 'LIMIT_REACHED',
      message,
      retryable: false,
      limit: { what: 'plan_results', max: MAX_PLAN_OUTPUT_BYTES, unit: LIMITED.plan_results.unit },
    },
    userMessage: LIMITED.plan_results.room,
  }
}

export function toSkippedResult(facts: AttemptFacts, reason: string): ToolResult {
  return { ...emptyResult(facts), status: 'skipped', userMessage: reason }
}

function emptyResult({ ref: { planRunId, unit, attempt, stepId }, startedAt, tool }: AttemptFacts) {
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

function setRetryability(error: ToolResultError, more: AttemptDetails | undefined): ToolResultError {
  const retryable = more ? more.lost === 'unharmed' : isRetryable(error.code)
  return { ...error, retryable, ...(more && { details: more }) }
}

function describeThrown(thrown: unknown): PublicError {
  if (thrown instanceof AppError && thrown.code !== 'INTERNAL_ERROR') return toPublicError(thrown)
  return toPublicError(thrown, logFault(thrown, 'a step of a plan could not be performed'))
}

/** Thrown when the person who started the plan has lost their permission: the whole plan stops then. */
class PlanPermissionLost extends AppError {}

/** Returns the context of whoever started the plan. Throws `PlanPermissionLost` if they left the organisation or their key was revoked. */
export async function createPlanContext(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  row: RunOwner,
): Promise<RunContext> {
  try {
    return await createRunContext(ctx, row, { channel: 'plan', what: 'plan' })
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    throw new PlanPermissionLost(thrown.code, { ...thrown.options, message: thrown.message })
  }
}
