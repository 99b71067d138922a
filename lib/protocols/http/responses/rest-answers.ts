/** A failed run returns the contract document's ErrorResponse, a refused call the error of all of /api. */

import { ERRORS, type PublicError } from '../../../kernel/errors.ts'
import { isObject, type Json } from '../../../kernel/json/json.ts'
import { type ReportedRun, runFields } from '../../../runs/model/run-fields.ts'
import { isEnded, type RunState } from '../../../runs/model/run-states.ts'
import type { PublicToolResult } from '../../../runs/model/tool-result.ts'
import type { AnswerableBlob } from './blob-response.ts'

export type RestRunSource = ReportedRun & {
  id: string
  state: RunState
  skillName: string
  output?: Json
  error?: PublicError
  durationMs?: number
  refundedAtMs?: number
  toolResult?: PublicToolResult
}

export function startedRunResponse(run: RestRunSource, { isRepeated = false } = {}): Response {
  const status = isEnded(run.state) ? (run.error ? ERRORS[run.error.code].http : 200) : 202
  const seconds = run.error?.retry_after
  const headers = {
    'cache-control': 'no-store',
    ...(isRepeated && { 'idempotent-replayed': 'true' }),
    ...(seconds !== undefined && { 'retry-after': String(seconds) }),
  }
  return Response.json(restRun(run), { status, headers })
}

export function runResponse(run: RestRunSource): Response {
  const { toolResult } = run
  const answer = { ...restRun(run), ...(toolResult && { tool_result: toolResult }) }
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
}

export function restRun({ id, error, state, ...run }: RestRunSource): object {
  if (error) return { status: 'failed', errors: [error], run_id: id }
  const summary = summaryOf(run.output)
  return {
    run_id: id,
    status: isEnded(state) ? 'completed' : 'running',
    skill: run.skillName,
    version: run.versionNumber,
    coercions: run.coercions,
    ...runFields(run),
    ...(summary !== undefined && { summary }),
    ...(run.output !== undefined && { output: run.output }),
    ...(run.refundedAtMs !== undefined && { refunded_at: new Date(run.refundedAtMs).toISOString() }),
    ...(run.durationMs !== undefined && { duration_ms: run.durationMs }),
  }
}

function summaryOf(output: Json | undefined): string | undefined {
  if (!isObject(output)) return undefined
  const text = output.message ?? output.summary
  return typeof text === 'string' ? text : undefined
}

type Quoted = {
  price: string
  priceOfCalls: string
  terms: string
  dryRunPrice: string | null
  balance?: string
  durationMs: { p50: number | null; p95: number | null }
  outputBytes: { p50: number | null; p95: number | null }
  riskLevel: string
  sideEffects: string[]
}

export function restQuote({ name, version }: { name: string; version: string }, quote: Quoted): object {
  return {
    skill: name,
    version,
    price: quote.price,
    price_of_calls: quote.priceOfCalls,
    currency: 'USDC',
    terms: quote.terms,
    dry_run_price: quote.dryRunPrice,
    ...(quote.balance !== undefined && { balance: quote.balance }),
    duration_ms: quote.durationMs,
    output_bytes: quote.outputBytes,
    risk_level: quote.riskLevel,
    side_effects: quote.sideEffects,
  }
}

type Described = AnswerableBlob & { createdAtMs: number; expiresAtMs: number }

export function restBlob({ id, kind, name, sizeBytes, sha256, createdAtMs, expiresAtMs }: Described): object {
  return {
    blob_id: id,
    kind,
    ...(name !== null && { name }),
    size_bytes: sizeBytes,
    sha256,
    created_at: new Date(createdAtMs).toISOString(),
    expires_at: new Date(expiresAtMs).toISOString(),
  }
}
