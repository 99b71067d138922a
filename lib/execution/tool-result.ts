/**
 * What came of a run, as a ToolResult: of a tool that was called, and of each attempt at a step of a plan. Floor 3, pure.
 *
 * Source: specification "First-party tools and plans", ToolResult.
 */
import type { RunState } from '../contract/market/run-states.ts'
import { effectWords } from '../contract/plan/effects.ts'
import { isRetryable } from '../contract/plan/next-attempt.ts'
import type { ToolResult, ToolResultError } from '../contract/plan/tool-result.ts'
import type { PublicError } from '../errors.ts'
import type { RunView } from './run-view.ts'

const STATUS = {
  succeeded: 'ok',
  partial: 'ok',
  failed: 'error',
  timed_out: 'timeout',
  cancelled: 'cancelled',
} as const satisfies Partial<Record<RunState, ToolResult['status']>>

/** What of a run it is made of. */
export type Resulted = Pick<
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
  | 'durationMs'
>

/** Undefined while the run goes on. */
export function toolResultOf(run: Resulted): ToolResult | undefined {
  const status = run.state in STATUS ? STATUS[run.state as keyof typeof STATUS] : undefined
  if (!status || run.endedAtMs === undefined) return undefined
  const { id, planStep, dryRun = false, effects, error, output } = run
  const startedAt = run.startedAtMs ?? run.createdAtMs
  const said = error ? error.suggested_action : effects && effectWords(effects, { isDryRun: dryRun })
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
    durationMs: run.durationMs ?? run.endedAtMs - startedAt,
    ...(dryRun && { dryRun }),
    ...(effects && { effects }),
    ...(said && { userMessage: said }),
  }
}

function errorOf({ code, message, details }: PublicError): ToolResultError {
  return {
    code,
    message,
    ...(details && { details: details as unknown as ToolResultError['details'] }),
    // The same call once more, not another one: a skill's own word is about its caller.
    retryable: isRetryable(code),
  }
}
