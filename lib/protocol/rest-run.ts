/**
 * A run as the REST door answers it. Floor 4, pure.
 *
 * A failed run is exactly the contract document's ErrorResponse; what was refused before anything ran is answered as
 * every other refusal of /api. Source: specification "Execution", Money, last lines; "Skills protocol", Run.
 */
import { isObject, type Json } from '../contract/json/json.ts'
import { logsPreview } from '../contract/market/logs-preview.ts'
import { isEnded, type RunState } from '../contract/market/run-states.ts'
import type { Effects, ToolResult } from '../contract/plan/tool-result.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import { ERRORS, type PublicError } from '../errors.ts'

type LogLine = { level: string; text: string; atMs?: number }

/** What is read of a run. */
export type Answerable = {
  id: string
  state: RunState
  skillName: string
  versionNumber: string
  contractHash: string
  permissionsHash?: string
  /** What to know of the version: that it is deprecated. */
  notices?: string[]
  coercions: Coercion[]
  output?: Json
  error?: PublicError
  durationMs?: number
  logs?: LogLine[]
  /** "blob:…" of those it made. */
  outputBlobs?: string[]
  /** What it cost, when it has a price. */
  charged?: string
  /** When all of that was given back. */
  refundedAtMs?: number
  /** It was to change nothing. */
  dryRun?: boolean
  /** Of a built-in tool: what it changed, or would have in a dry run. */
  effects?: Effects
  /** Of a tool, and of a plan's step. */
  toolResult?: ToolResult
}

/** The answer to the call that made the run: its status is the table's, 202 while the run goes on. */
export function answerCall(run: Answerable, { isRepeated = false } = {}): Response {
  const status = isEnded(run.state) ? (run.error ? ERRORS[run.error.code].http : 200) : 202
  // As others name it who take Idempotency-Key: this is the answer to an earlier call.
  const headers = { 'cache-control': 'no-store', ...(isRepeated && { 'idempotent-replayed': 'true' }) }
  return Response.json(restRun(run), { status, headers })
}

/** The answer to somebody who asks about the run: that it failed is no failure to say so. */
export function answerQuestion(run: Answerable): Response {
  const { toolResult } = run
  const answer = { ...restRun(run), ...(toolResult && { tool_result: toolResult }) }
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
}

/** Its answer as a value. */
export function restRun({ id, error, state, ...run }: Answerable): object {
  if (error) return { status: 'failed', errors: [error], run_id: id }
  const summary = summaryOf(run.output)
  return {
    run_id: id,
    status: isEnded(state) ? 'completed' : 'running',
    skill: run.skillName,
    version: run.versionNumber,
    contract_hash: run.contractHash,
    ...(run.permissionsHash && { permissions_hash: run.permissionsHash }),
    ...(run.notices?.length && { notices: run.notices }),
    coercions: run.coercions,
    ...(summary !== undefined && { summary }),
    ...(run.output !== undefined && { output: run.output }),
    ...(run.outputBlobs?.length && { output_blobs: run.outputBlobs }),
    ...(run.logs?.length && { logs_preview: logsPreview(run.logs) }),
    ...(run.charged !== undefined && { charged: run.charged }),
    ...(run.refundedAtMs !== undefined && { refunded_at: new Date(run.refundedAtMs).toISOString() }),
    ...(run.dryRun && { dry_run: true }),
    ...(run.effects && { effects: run.effects }),
    ...(run.durationMs !== undefined && { duration_ms: run.durationMs }),
  }
}

function summaryOf(output: Json | undefined): string | undefined {
  if (!isObject(output)) return undefined
  const said = output.message ?? output.summary
  return typeof said === 'string' ? said : undefined
}
