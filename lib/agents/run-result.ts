/**
 * A run as agents are told of it. Floor 3, pure.
 *
 * From the handler on a failure is a result, not an error of the call. Source: specification "Skills Protocol",
 * Transport (two levels of failure) and Run.
 */
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { logsPreview } from '../contract/market/logs-preview.ts'
import { isEnded } from '../contract/market/run-states.ts'
import type { Effects } from '../contract/plan/tool-result.ts'
import type { RunView } from '../execution/run-view.ts'
import { RUN_CODE } from './tool-schemas.ts'

/** What is read of a run. */
export type Told = Pick<
  RunView,
  | 'id'
  | 'skillName'
  | 'versionNumber'
  | 'state'
  | 'coercions'
  | 'logs'
  | 'contractHash'
  | 'permissionsHash'
  | 'notices'
  | 'output'
  | 'error'
  | 'durationMs'
> & { charged?: string; outputBlobs?: string[]; dryRun?: boolean; effects?: Effects }

/** More than this stays out of an agent's context: it moves to a blob. */
export const MAX_OUTPUT_BYTES = 64 * 1024

/** Where a large output went; without an id it is only in the run itself. */
export type Moved = { blobId?: string; shape: Json }

export function runResult(run: Told, moved?: Moved): JsonObject {
  const { error, output, coercions, logs, durationMs, charged, outputBlobs = [] } = run
  const blobs = moved?.blobId ? [moved.blobId, ...outputBlobs] : outputBlobs
  return {
    run_id: run.id,
    status: statusOf(run),
    summary: summaryOf(run, moved),
    ...(output !== undefined && !moved && { output }),
    ...(moved && { output_shape: moved.shape }),
    ...(blobs.length > 0 && { output_blobs: blobs }),
    ...(logs.length > 0 && { logs_preview: logsPreview(logs) }),
    ...(error && { error: errorOf(run) }),
    ...(run.notices.length > 0 && { notices: run.notices }),
    ...(coercions.length > 0 && { coercions: coercions as unknown as Json[] }),
    ...(charged !== undefined && { charged }),
    ...(run.dryRun && { dry_run: true }),
    // What a built-in tool changed, or would have.
    ...(run.effects && { effects: run.effects as JsonObject }),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
    // Code that was sent with the call has none.
    ...(run.versionNumber && { version: run.versionNumber }),
    contract_hash: run.contractHash,
    ...(run.permissionsHash && { permissions_hash: run.permissionsHash }),
  }
}

function statusOf({ state }: Told): 'completed' | 'failed' | 'running' {
  if (!isEnded(state)) return 'running'
  return state === 'succeeded' || state === 'partial' ? 'completed' : 'failed'
}

function errorOf({ error }: Told): JsonObject {
  if (!error) return {}
  const { code, message, recoverable, suggested_action, details, type } = error
  return {
    type: type ?? code,
    message,
    code,
    recoverable,
    ...(suggested_action && { suggested_action }),
    ...(details && { details: details as unknown as Json[] }),
  }
}

function summaryOf(run: Told, moved: Moved | undefined): string {
  const { output, error, state, skillName } = run
  if (error) return error.message
  if (!isEnded(state))
    return `${skillName} is ${state === 'queued' ? 'waiting in line' : 'running'}: ${howToWait(run)}.`
  const said = isObject(output) ? (output.message ?? output.summary) : undefined
  if (typeof said === 'string' && said !== '') return shortened(said)
  if (moved) return `${skillName} succeeded. The output is large: ${whereWords(run, moved)}.`
  return `${skillName} ${state === 'partial' ? 'succeeded in part' : 'succeeded'}${shapeWords(output)}.`
}

/** Many clients have these tools and no HTTP; for code of one's own there is no key. */
function howToWait({ id, skillName }: Told): string {
  const ask = `ask GET /api/runs/${id} how it ended`
  return skillName === RUN_CODE.name
    ? ask
    : `the same call with the same idempotency_key, without async, waits for it; or ${ask}`
}

function whereWords({ id }: Told, { blobId }: Moved): string {
  return blobId
    ? `read it from the blob ${blobId}`
    : `there was no room for a blob, so ask GET /api/runs/${id}`
}

function shapeWords(output: Json | undefined): string {
  if (Array.isArray(output)) return ` and returned ${count(output.length, 'item')}`
  if (!isObject(output)) return ''
  const keys = Object.keys(output)
  return keys.length === 0
    ? ''
    : ` and returned ${keys.slice(0, 6).join(', ')}${keys.length > 6 ? ' and more' : ''}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

const MAX_SUMMARY_CHARS = 1000

function shortened(text: string): string {
  return text.length > MAX_SUMMARY_CHARS ? `${cut(text, MAX_SUMMARY_CHARS - 1)}…` : text
}

/** Never between the two halves of one character. */
function cut(text: string, chars: number): string {
  const end = /[\uD800-\uDBFF]/.test(text.charAt(chars - 1)) ? chars - 1 : chars
  return text.slice(0, end)
}

const MAX_SHAPE_KEYS = 40

/** Keys, types and counts: enough to know what to read of the blob. */
export function shapeOf(value: Json, depth = 0): Json {
  if (Array.isArray(value)) {
    const [first] = value
    return {
      type: 'array',
      count: value.length,
      ...(first !== undefined && depth < 3 && { items: shapeOf(first, depth + 1) }),
    }
  }
  if (typeof value === 'string') return { type: 'string', length: value.length }
  if (!isObject(value)) return { type: value === null ? 'null' : typeof value }
  const entries = Object.entries(value)
  const shown = entries
    .slice(0, MAX_SHAPE_KEYS)
    .map(([key, each]): [string, Json] => [key, shapeOf(each, depth + 1)])
  return {
    type: 'object',
    count: entries.length,
    ...(depth < 3 && { properties: Object.fromEntries(shown) }),
  }
}
