/** A failed run returns the contract document's ErrorResponse, a refused call the error of all of /api. */

import { z } from 'zod'
import { ERRORS, type PublicError } from '../../../kernel/errors.ts'
import { isObject, type Json } from '../../../kernel/json/json.ts'
import { InstantText } from '../../../kernel/validation/response-schemas.ts'
import type { RestAnyRun, RestQuote } from '../../../runs/model/rest-run.ts'
import { type ReportedRun, runFields } from '../../../runs/model/run-fields.ts'
import { isEnded, type RunState } from '../../../runs/model/run-states.ts'
import type { PublicToolResult } from '../../../runs/model/tool-result.ts'
import type { Quote } from '../../../runs/prepare/quote-run.ts'
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

/** Includes the ToolResult of a built-in tool, which the response to the call itself omits. */
export function restRunWithToolResult(run: RestRunSource): RestAnyRun {
  const { toolResult } = run
  return { ...restRun(run), ...(toolResult && { tool_result: toolResult }) }
}

export function restRun({ id, error, state, ...run }: RestRunSource): RestAnyRun {
  if (error) return { status: 'failed', errors: [error], run_id: id }
  const summary = findSummary(run.output)
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

function findSummary(output: Json | undefined): string | undefined {
  if (!isObject(output)) return undefined
  const text = output.message ?? output.summary
  return typeof text === 'string' ? text : undefined
}

export function restQuote({ name, version }: { name: string; version: string }, quote: Quote): RestQuote {
  return {
    skill: name,
    version,
    price: quote.price,
    price_of_calls: quote.priceOfCalls,
    currency: 'USDC',
    terms: quote.terms,
    ...(quote.perItem && { per_item: quote.perItem }),
    dry_run_price: quote.dryRunPrice,
    ...(quote.balance !== undefined && { balance: quote.balance }),
    duration_ms: quote.durationMs,
    output_bytes: quote.outputBytes,
    risk_level: quote.riskLevel,
    side_effects: quote.sideEffects,
  }
}

export const RestBlob = z.object({
  blob_id: z.string().meta({ pattern: '^blob:' }),
  kind: z.string().meta({ description: 'The MIME type.' }),
  name: z.string().optional(),
  size_bytes: z.int(),
  sha256: z.string(),
  created_at: InstantText,
  expires_at: InstantText,
})

export type RestBlob = z.infer<typeof RestBlob>

type BlobFacts = AnswerableBlob & { createdAtMs: number; expiresAtMs: number }

export function restBlob({
  id,
  kind,
  name,
  sizeBytes,
  sha256,
  createdAtMs,
  expiresAtMs,
}: BlobFacts): RestBlob {
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
