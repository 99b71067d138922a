import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import { ERRORS, type ErrorCode, type PublicError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import type { Effects, PublicToolResult } from '../../runs/model/tool-result.ts'
import { errorFrom, type GuildhallError, NoResponseError } from './errors.ts'

export type RemoteRun<Output = Json> = {
  run_id: string
  /** The state of a run; `running` includes queued runs. */
  status: 'completed' | 'running'
  skill: string
  version: string
  contract_hash: string
  /** A hash of the version's permissions, prompt and price. */
  permissions_hash?: string
  /** Sentences about the version: deprecated, or a newer one awaits consent. */
  notices?: string[]
  coercions: Coercion[]
  summary?: string
  output?: Output
  output_blobs?: string[]
  logs_preview?: string
  charged?: string
  refunded_at?: string
  dry_run?: true
  /** Changes in the vault, or those a dry run would make. */
  effects?: Effects
  duration_ms?: number
  /** The effects, which only built-in tools and steps of plans report, once they have ended. */
  tool_result?: PublicToolResult
}

/** Throws the response's error by the class of its code. */
export function readAnswer(status: number, text: string, retryAfter: number | undefined): RemoteRun {
  return readExpectedAnswer(status, text, retryAfter, (body) => typeof body.run_id === 'string') as RemoteRun
}

/** Returns the body if it is what was asked for. Throws as `readAnswer`. */
export function readExpectedAnswer(
  status: number,
  text: string,
  retryAfter: number | undefined,
  isExpected: (body: JsonObject) => boolean,
): JsonObject {
  const body = parse(text)
  const failed = isObject(body) && body.status === 'failed' && Array.isArray(body.errors)
  const wireError = failed ? (body.errors as Json[])[0] : isObject(body) ? body.error : undefined
  if (isObject(wireError) && typeof wireError.code === 'string') {
    const runId = failed && typeof body.run_id === 'string' ? body.run_id : undefined
    throw errorFrom({ retry_after: retryAfter, ...(wireError as PublicError) }, { runId })
  }
  if (status < 400 && isObject(body) && isExpected(body)) return body
  throw foreignAnswer(status, retryAfter)
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function foreignAnswer(status: number, retryAfter: number | undefined): GuildhallError {
  const code = (Object.keys(ERRORS) as ErrorCode[]).find((key) => ERRORS[key].http === status)
  const message = `The server is not a Guildhall server (HTTP ${status}).`
  if (!code || status === 400) return new NoResponseError(message, { retryAfter, recoverable: status >= 500 })
  return errorFrom({ code, message, recoverable: ERRORS[code].recoverable, retry_after: retryAfter })
}
