/** Large output becomes one blob per run, so repeated calls do not use quota. */
import { createBlob, deleteBlob, findBlob } from '../../blobs/blobs.ts'
import { findOutputBlob, saveOutputBlob } from '../../blobs/rows/blob-rows.ts'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { logFault } from '../../kernel/logging/log.ts'
import { type ReportedRun, runFields } from '../../runs/model/run-fields.ts'
import { isEnded } from '../../runs/model/run-states.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import { RUN_CODE_SCHEMA } from './protocol-tool-schemas.ts'

/** Returns what an agent is told of a run. An output of more than `maxTokens` moves to a blob, and its shape is returned. */
export async function toAgentResult(
  ctx: Context,
  run: ResultRun,
  maxTokens = USUAL_OUTPUT_TOKENS,
): Promise<JsonObject> {
  return formatRunResult(run, await moveLargeOutput(ctx, run, maxTokens))
}

/**
 * Returns what a skill's own tool answers instead of an output of more than `maxTokens`: its shape, and the blob that has
 * it. Undefined for an output that fits.
 */
export async function toLargeResult(
  ctx: Context,
  run: ResultRun,
  maxTokens = USUAL_OUTPUT_TOKENS,
): Promise<JsonObject | undefined> {
  const moved = await moveLargeOutput(ctx, run, maxTokens)
  if (!moved) return undefined
  const { run_id, summary, output_shape, output_blobs } = formatRunResult(run, moved)
  return {
    run_id: run_id!,
    summary: summary!,
    output_shape: output_shape!,
    ...(output_blobs && { output_blobs }),
  }
}

async function moveLargeOutput(
  ctx: Context,
  run: ResultRun,
  maxTokens: number,
): Promise<StoredOutput | undefined> {
  // What is not stored can be had only in this answer.
  if (run.output === undefined || run.isSealed) return undefined
  const text = JSON.stringify(run.output)
  if (text.length <= maxTokens * CHARS_PER_TOKEN) return undefined
  return {
    blobId: await tryToStoreOutput(ctx, run.id, text),
    shape: outlineOutput(run.output),
  }
}

/** Returns undefined if it cannot be stored. */
async function tryToStoreOutput(ctx: Context, runId: string, text: string): Promise<string | undefined> {
  try {
    return await storeOutput(ctx, runId, text)
  } catch (thrown) {
    const isNoRoom = thrown instanceof AppError && thrown.code === 'LIMIT_REACHED'
    if (!isNoRoom) logFault(thrown, 'a large output could not be stored as a blob', { runId })
    return undefined
  }
}

async function storeOutput(ctx: Context, runId: string, text: string): Promise<string> {
  const known = await findOutputBlob(ctx.db, runId)
  if (known && (await isBlobStored(ctx, known))) return known
  const content = new TextEncoder().encode(text)
  const { id: blobId } = await createBlob(ctx, { content, kind: 'application/json', name: 'output.json' })
  if (await saveOutputBlob(ctx.db, runId, { known, blobId })) return blobId
  // A concurrent call has stored its blob first.
  await deleteBlob(ctx, blobId)
  return (await findOutputBlob(ctx.db, runId)) ?? blobId
}

async function isBlobStored(ctx: Context, blobId: string): Promise<boolean> {
  try {
    await findBlob(ctx, blobId)
    return true
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return false
    throw thrown
  }
}

/**
 * A run to show to an agent. Failures of a started run are results, not call errors: docs/spec/skills-protocol.md §1.
 */
export type ResultRun = ReportedRun &
  Pick<RunView, 'id' | 'skillName' | 'state' | 'output' | 'error' | 'durationMs' | 'isSealed'>

/** More would crowd the context of most agents, and clients cut longer answers anywhere. */
const USUAL_OUTPUT_TOKENS = 8_000
/** Of JSON with names and short texts; an estimate, because each model counts differently. */
export const CHARS_PER_TOKEN = 3

export const USUAL_OUTPUT_CHARS = USUAL_OUTPUT_TOKENS * CHARS_PER_TOKEN

/** How much of its output an agent gets inline. */
export const MAX_OUTPUT_TOKENS_SCHEMA: JsonSchema = {
  type: 'integer',
  minimum: 100,
  maximum: 1_000_000,
  description: `The largest output to return inline, in tokens of three characters. A larger one is stored as a blob, and its shape is returned. Default: ${USUAL_OUTPUT_TOKENS}`,
}

/** Without `blobId`, only the run itself has the output. */
type StoredOutput = { blobId?: string; shape: Json }

export function formatRunResult(run: ResultRun, moved?: StoredOutput): JsonObject {
  const { error, output, durationMs, outputBlobs = [] } = run
  const blobs = moved?.blobId ? [moved.blobId, ...outputBlobs] : outputBlobs
  return {
    run_id: run.id,
    status: toStatus(run),
    summary: summariseRun(run, moved),
    ...(output !== undefined && !moved && { output }),
    ...(moved && { output_shape: moved.shape }),
    ...(error && { error: toAgentError(run) }),
    ...(runFields({ ...run, outputBlobs: blobs }) as JsonObject),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
  }
}

function toStatus({ state }: ResultRun): 'completed' | 'failed' | 'running' {
  if (!isEnded(state)) return 'running'
  return state === 'succeeded' || state === 'partial' ? 'completed' : 'failed'
}

function toAgentError({ error }: ResultRun): JsonObject {
  if (!error) return {}
  const { code, message, recoverable, suggested_action, details, type, retry_after, limit } = error
  return {
    type: type ?? code,
    message,
    code,
    recoverable,
    ...(suggested_action && { suggested_action }),
    ...(retry_after !== undefined && { retry_after }),
    ...(limit && { limit }),
    ...(details && { details: details as Json[] }),
  }
}

function summariseRun(run: ResultRun, moved: StoredOutput | undefined): string {
  const { output, error, state, skillName } = run
  if (error) return error.message
  if (!isEnded(state))
    return `${skillName} is ${state === 'queued' ? 'queued' : 'running'}: ${describeWait(run)}.`
  const text = isObject(output) ? (output.message ?? output.summary) : undefined
  if (typeof text === 'string' && text !== '') return shortened(text)
  if (moved) return `${skillName} succeeded. The output is large: ${describeLocation(run, moved)}.`
  return `${skillName} ${state === 'partial' ? 'partially succeeded' : 'succeeded'}${describeShape(output)}.`
}

/** Many clients have these tools but no HTTP; ad-hoc code has no idempotency key. */
function describeWait({ id, skillName }: ResultRun): string {
  const ask = `call GET /api/runs/${id} to see how it ended`
  return skillName === RUN_CODE_SCHEMA.name
    ? ask
    : `repeat the call with the same idempotency_key and without async to wait for it, or ${ask}`
}

function describeLocation({ id }: ResultRun, { blobId }: StoredOutput): string {
  return blobId
    ? `read it from the blob ${blobId}`
    : `there is no space left for a blob, so call GET /api/runs/${id}`
}

function describeShape(output: Json | undefined): string {
  if (Array.isArray(output)) return ` and returned ${formatCount(output.length, 'item')}`
  if (!isObject(output)) return ''
  const keys = Object.keys(output)
  return keys.length === 0
    ? ''
    : ` and returned ${keys.slice(0, 6).join(', ')}${keys.length > 6 ? ' and more' : ''}`
}

function formatCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

const MAX_SUMMARY_CHARS = 1000

function shortened(text: string): string {
  return text.length > MAX_SUMMARY_CHARS ? `${cut(text, MAX_SUMMARY_CHARS - 1)}…` : text
}

/** Never cuts inside a surrogate pair. */
function cut(text: string, chars: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(chars - 1)) ? chars - 1 : chars
  return text.slice(0, end)
}

const MAX_SHAPE_KEYS = 40
/** Of the first items of a list, which show what the rest is like. */
const MAX_SAMPLE_ITEMS = 3
const MAX_SAMPLE_CHARS = 600

/** Returns keys, types and counts, and the first items of the outermost lists, to decide what to read from the blob. */
export function outlineOutput(value: Json, depth = 0): Json {
  if (Array.isArray(value)) {
    const [first] = value
    return {
      type: 'array',
      count: value.length,
      ...(first !== undefined && depth < 3 && { items: outlineOutput(first, depth + 1) }),
      ...(depth < 2 && sampleItems(value)),
    }
  }
  if (typeof value === 'string') return { type: 'string', length: value.length }
  if (!isObject(value)) return { type: value === null ? 'null' : typeof value }
  const entries = Object.entries(value)
  const visible = entries
    .slice(0, MAX_SHAPE_KEYS)
    .map(([key, each]): [string, Json] => [key, outlineOutput(each, depth + 1)])
  return {
    type: 'object',
    count: entries.length,
    ...(depth < 3 && { properties: Object.fromEntries(visible) }),
  }
}

/** Returns the first items as long as they are short; nothing if the first one is long. */
function sampleItems(list: readonly Json[]): { first?: Json[] } {
  const first = list.slice(0, MAX_SAMPLE_ITEMS)
  while (first.length > 0 && JSON.stringify(first).length > MAX_SAMPLE_CHARS) first.pop()
  return first.length > 0 ? { first } : {}
}
