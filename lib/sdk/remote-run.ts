/** A run as the REST door answers it, and what the SDK makes of an answer. Ground; also in the browser. */
import { isObject, type Json } from '../contract/json/json.ts'
import type { Effects, ToolResult } from '../contract/plan/tool-result.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import { ERRORS, type ErrorCode, type PublicError } from '../errors.ts'
import { errorFrom, type GuildhallError, LostAnswer } from './errors.ts'

/** Field by field what `Run` of the OpenAPI document says, but for what only its events have. */
export type RemoteRun<Output = Json> = {
  run_id: string
  /** `running` also while it waits in line. */
  status: 'completed' | 'running'
  /** publisher.skillset.skill, and the version that was chosen. */
  skill: string
  version: string
  contract_hash: string
  /** Of what the version may do: its permissions, prompt and price. */
  permissions_hash?: string
  /** What to know of the version, a sentence each: deprecated, or a newer one waits. */
  notices?: string[]
  /** What was mended in the input. */
  coercions: Coercion[]
  /** The output's `message` or `summary`. */
  summary?: string
  output?: Output
  /** "blob:…" of those that it wrote. */
  output_blobs?: string[]
  /** The last lines that it logged. */
  logs_preview?: string
  /** What it cost in USDC ("0.05"), with what it called; absent when all is free. */
  charged?: string
  /** When all of that was given back: an ISO 8601 instant. */
  refunded_at?: string
  /** It was told to change nothing. */
  dry_run?: true
  /** Of a built-in tool: what it changed in the vault, or would have in a dry run. */
  effects?: Effects
  duration_ms?: number
  /** Of a built-in tool and of a plan's step, from `getRun`, once it has ended. */
  tool_result?: ToolResult
}

/** The run in an answer. Throws the error in it, by the class of its code. */
export function readAnswer(status: number, text: string, retryAfter: number | undefined): RemoteRun {
  const body = parse(text)
  const failed = isObject(body) && body.status === 'failed' && Array.isArray(body.errors)
  const said = failed ? (body.errors as Json[])[0] : isObject(body) ? body.error : undefined
  if (isObject(said) && typeof said.code === 'string') {
    const runId = failed && typeof body.run_id === 'string' ? body.run_id : undefined
    throw errorFrom({ retry_after: retryAfter, ...(said as unknown as PublicError) }, { runId })
  }
  if (status < 400 && isObject(body) && typeof body.run_id === 'string') return body as unknown as RemoteRun
  throw foreignAnswer(status, retryAfter)
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Not one of ours: a proxy, a wrong address, a server that is starting. */
function foreignAnswer(status: number, retryAfter: number | undefined): GuildhallError {
  const code = (Object.keys(ERRORS) as ErrorCode[]).find((each) => ERRORS[each].http === status)
  const message = `What answered is no Guildhall (HTTP ${status}).`
  if (!code || status === 400) return new LostAnswer(message, { retryAfter, recoverable: status >= 500 })
  return errorFrom({ code, message, recoverable: ERRORS[code].recoverable, retry_after: retryAfter })
}
