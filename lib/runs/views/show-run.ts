import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import type { Issue, PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { formatMicros } from '../../kernel/money.ts'
import { isRetryable } from '../../plans/model/progress/next-attempt.ts'
import type { LogLine, SandboxRequest } from '../../sandbox/sandbox.ts'
import { findToolSkill } from '../../tools/tool-skill.ts'
import { isSealed } from '../finish/sealed-run.ts'
import type { RunState } from '../model/run-states.ts'
import {
  type Effects,
  formatEffects,
  type ToolResult,
  type ToolResultError,
  toPublicToolResult,
} from '../model/tool-result.ts'
import type { RunLineRow } from '../rows/run-history.ts'
import type { RunRow } from '../rows/runs.ts'
import type { ShareRow } from '../rows/shares.ts'
import type { RunLine, RunMigration, RunView, ShareLine } from './run-view.ts'

/** `hasContent` shows the content of a sealed run that its process has in memory. */
export function showRun(row: RunRow, { forPublisher = false, hasContent = false } = {}): RunView {
  // Only `lib/runs` writes the JSON columns.
  const view: RunView = {
    id: row.id,
    skillName: row.skillName,
    versionNumber: row.versionNumber,
    mode: row.mode as RunView['mode'],
    state: row.state,
    input: row.input as Json,
    ...(row.migration !== null && { migration: row.migration as RunMigration }),
    coercions: row.coercions as Coercion[],
    ...(row.hasOutput && { output: row.output as Json }),
    ...(row.error !== null && { error: row.error as PublicError }),
    ...(forPublisher &&
      row.errorDetail !== null && { errorDetail: row.errorDetail as RunView['errorDetail'] }),
    warnings: row.warnings as Issue[],
    notices: (row.notices ?? []) as string[],
    logs: row.logs as LogLine[],
    ...(row.inputBlobs.length > 0 && { inputBlobs: row.inputBlobs }),
    ...(row.outputBlobs.length > 0 && { outputBlobs: row.outputBlobs }),
    ...(row.requests !== null && { requests: row.requests as SandboxRequest[] }),
    ...(row.progress !== null && { progress: row.progress }),
    ...(row.progressNote !== null && { progressNote: row.progressNote }),
    ...(row.partCount > 0 && { partCount: row.partCount }),
    contractHash: row.contractHash,
    ...(row.permissionsHash !== null && { permissionsHash: row.permissionsHash }),
    terms: row.terms as RunView['terms'],
    ...(row.priceMicros > 0n && { price: formatMicros(row.priceMicros) }),
    ...computeCost(row),
    ...(row.durationMs !== null && { durationMs: row.durationMs }),
    ...(row.cpuMs !== null && { cpuMs: row.cpuMs }),
    createdAtMs: row.createdAt.getTime(),
    ...(row.startedAt !== null && { startedAtMs: row.startedAt.getTime() }),
    ...(row.endedAt !== null && { endedAtMs: row.endedAt.getTime() }),
    ...(isSealed(row) && { isSealed: true }),
    ...(row.purgedAt !== null && !(isSealed(row) && hasContent) && { purgedAtMs: row.purgedAt.getTime() }),
    ...(row.lane === 'long' && { isLong: true }),
    ...(row.dryRun && { dryRun: true }),
    ...(row.effects !== null && { effects: row.effects as Effects }),
    ...(row.planRunId !== null &&
      row.stepId !== null && {
        planStep: { planRunId: row.planRunId, stepId: row.stepId, attempt: row.attempt },
      }),
  }
  const toolResult = view.planStep || findToolSkill(view.skillName) ? toToolResult(view) : undefined
  return { ...view, ...(toolResult && { toolResult: toPublicToolResult(toolResult) }) }
}

/** `titles` are those of `findSkillTitles`. */
export function showRunLine(row: RunLineRow, titles: ReadonlyMap<string, string>): RunLine {
  const { charged = '0' } = computeCost(row)
  return {
    id: row.id,
    skillName: row.skillName,
    skillTitle: titles.get(row.skillName) ?? row.skillName,
    versionNumber: row.versionNumber,
    mode: row.mode as RunLine['mode'],
    channel: row.channel,
    state: row.state,
    ...(row.inputSummary !== null && { title: row.inputSummary }),
    ...(row.outputSummary !== null && { result: row.outputSummary }),
    ...(row.rerunOfId !== null && { rerunOfId: row.rerunOfId }),
    ...(row.error !== null && { error: row.error as PublicError }),
    userName: row.user.name,
    ...(row.durationMs !== null && { durationMs: row.durationMs }),
    ...(charged !== '0' && { charged }),
    createdAtMs: row.createdAt.getTime(),
  }
}

export function showShare({ id, createdAt, expiresAt, revokedAt }: ShareRow): ShareLine {
  return {
    id,
    createdAtMs: createdAt.getTime(),
    expiresAtMs: expiresAt?.getTime() ?? null,
    revokedAtMs: revokedAt?.getTime() ?? null,
  }
}

type RunCost = {
  /** Decimal USDC, including child runs; absent while open, or if nothing could cost anything. */
  charged?: string
  chargedForCalls?: string
  /** Epoch milliseconds of a refund of the whole amount. */
  refundedAtMs?: number
}

/** Returns what a run and its calls were charged; {} while it is open and if nothing could cost anything. */
export function computeCost(
  row: Pick<RunRow, 'priceMicros' | 'holdMicros' | 'chargedMicros' | 'capturedMicros' | 'refundedAt'>,
): RunCost {
  const { priceMicros, holdMicros, chargedMicros, capturedMicros, refundedAt } = row
  if (chargedMicros === null || (priceMicros === 0n && holdMicros === 0n)) return {}
  const allMicros = capturedMicros ?? chargedMicros
  const ofCallsMicros = allMicros - chargedMicros
  return {
    charged: formatMicros(allMicros),
    ...(ofCallsMicros > 0n && { chargedForCalls: formatMicros(ofCallsMicros) }),
    ...(refundedAt !== null && allMicros > 0n && { refundedAtMs: refundedAt.getTime() }),
  }
}

const TOOL_STATUS = {
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
export function toToolResult(run: ToolResultSource): ToolResult | undefined {
  const status = run.state in TOOL_STATUS ? TOOL_STATUS[run.state as keyof typeof TOOL_STATUS] : undefined
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
    ...(error && { error: toResultError(error) }),
    startedAt,
    endedAt: run.endedAtMs,
    // The run's own `durationMs` is that of its code, without the server's work around it.
    durationMs: run.endedAtMs - startedAt,
    ...(dryRun && { dryRun }),
    ...(effects && { effects }),
    ...(userMessage && { userMessage: userMessage }),
  }
}

function toResultError({ code, message, details, retry_after, limit }: PublicError): ToolResultError {
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
