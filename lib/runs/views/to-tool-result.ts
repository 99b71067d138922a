import type { PublicError } from '../../kernel/errors.ts'
import { isRetryable } from '../../plans/model/progress/next-attempt.ts'
import type { RunState } from '../model/run-states.ts'
import { formatEffects, type ToolResult, type ToolResultError } from '../model/tool-result.ts'
import type { RunView } from './run-view.ts'

const STATUS = {
  succeeded: 'ok',
  partial: 'ok',
  failed: 'error',
  timed_out: 'timeout',
  cancelled: 'cancelled',
} as const satisfies Partial<Record<RunState, ToolResult['status']>>

type ToolResultSource = Pick<
  RunView,
  | 'id'
  | 'skillName'
  | 'state'
  | 'output'
  | 'error'
  | 'dryRun'
  | 'effects'
  | 'planStep'
  | 'startedAtMs'
  | 'createdAtMs'
  | 'endedAtMs'
>

/** Returns undefined while the run goes on. See docs/spec/tools-and-plans.md §2. */
export function toolResultOf(run: ToolResultSource): ToolResult | undefined {
  const status = run.state in STATUS ? STATUS[run.state as keyof typeof STATUS] : undefined
  if (!status || run.endedAtMs === undefined) return undefined
  const { id, planStep, dryRun = false, effects, error, output } = run
  const startedAt = Math.min(run.startedAtMs ?? run.createdAtMs, run.endedAtMs)
  const userMessage = error ? error.suggested_action : effects && formatEffects(effects, { isDryRun: dryRun })
  return {
    callId: id,
    runId: planStep?.planRunId ?? id,
    ...(planStep && { stepId: planStep.stepId }),
    tool: run.skillName,
    attempt: planStep?.attempt ?? 1,
    status,
    ok: status === 'ok',
    ...(status === 'ok' && output !== undefined && { data: output }),
    ...(error && { error: errorOf(error) }),
    startedAt,
    endedAt: run.endedAtMs,
    // The run's own `durationMs` is that of its code, without the server's work around it.
    durationMs: run.endedAtMs - startedAt,
    ...(dryRun && { dryRun }),
    ...(effects && { effects }),
    ...(userMessage && { userMessage: userMessage }),
  }
}

function errorOf({ code, message, details, retry_after, limit }: PublicError): ToolResultError {
  return {
    code,
    message,
    ...(details && { details: details as ToolResultError['details'] }),
    // Depends on the code only: the skill's own `recoverable` is for its caller.
    retryable: isRetryable(code),
    ...(retry_after !== undefined && { retry_after }),
    ...(limit && { limit }),
  }
}
