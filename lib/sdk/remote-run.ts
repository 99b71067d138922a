/** A run as the REST door answers it, and what the SDK makes of an answer. Ground; also in the browser. */
import { isObject, type Json } from '../contract/json/json.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import { ERRORS, type ErrorCode, type PublicError } from '../errors.ts'
import { errorFrom, type GuildhallError, LostAnswer } from './errors.ts'

export type RemoteRun<Output = Json> = {
  run_id: string
  /** `running` also while it waits in line. */
  status: 'completed' | 'running'
  /** publisher.skillset.skill, and the version that was chosen. */
  skill: string
  version: string
  contract_hash: string
  /** What was mended in the input. */
  coercions: Coercion[]
  /** The output's `message` or `summary`. */
  summary?: string
  output?: Output
  /** What it cost in USDC ("0.05"), with what it called; absent when all is free. */
  charged?: string
  duration_ms?: number
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
