/**
 * Relays one run's host calls to the app, counted and size-limited (docs/spec/execution.md §2).
 *
 * The run's own code produces the calls. Only their shape is validated here; the app checks meaning and
 * permissions.
 */

import { AppError, ERRORS, type ErrorCode, toPublicError } from '../../lib/kernel/errors.ts'
import type { Json } from '../../lib/kernel/json/json.ts'
import { limitReached } from '../../lib/kernel/limit-reached.ts'
import { countJsonValues } from '../../lib/sandbox/count-values.ts'
import { MAX_JSON_DEPTH } from '../../lib/sandbox/read-frames.ts'
import {
  DENIED_HOSTS_CALL,
  PACKAGES_CALL,
  type SandboxCall,
  type SandboxReply,
} from '../../lib/sandbox/sandbox.ts'
import {
  MAX_BLOB_PARTS,
  MAX_HOST_CALL_BYTES,
  MAX_HOST_CALL_VALUES,
  MAX_HOST_CALLS,
  type RunListener,
} from '../job/job.ts'

/** Returns a function that answers one call, JSON for JSON. It never rejects: a failure is a reply, too. */
export function openHostCallRelay(onCall: RunListener['onCall']) {
  let calls = 0
  let blobParts = 0
  let values = 0

  return async (body: AsyncIterable<Buffer>): Promise<string> => {
    calls += 1
    return JSON.stringify(await handleCall(body).catch(() => refusalReply('CANCELLED', 'The run has ended.')))
  }

  async function handleCall(body: AsyncIterable<Buffer>): Promise<SandboxReply> {
    // Nothing more is read of a run that goes on after its refusals.
    if (calls + blobParts > MAX_HOST_CALLS + MAX_BLOB_PARTS) return errorReply(tooManyCalls())
    const text = await readText(body)
    if (text === undefined)
      return refusalReply('INVALID_INPUT', `A call can be at most ${MAX_HOST_CALL_BYTES / (1024 * 1024)} MB.`)
    const valueCount = countJsonValues(text, MAX_JSON_DEPTH)
    if (valueCount === undefined) return refusalReply('INVALID_INPUT', 'This is not a valid call.')
    values += valueCount
    if (values > MAX_HOST_CALL_VALUES)
      return errorReply(
        limitReached('run_call_values', {
          max: MAX_HOST_CALL_VALUES,
          used: values - valueCount,
          message: `The calls of a run can pass at most ${MAX_HOST_CALL_VALUES.toLocaleString('en')} values in total.`,
        }),
      )
    const call = parseHostCall(text)
    if (!call || OWN_METHODS.includes(call.method))
      return refusalReply('INVALID_INPUT', 'This is not a valid call.')
    if (BLOB_METHODS.includes(call.method)) {
      calls -= 1
      blobParts += 1
      if (blobParts > MAX_BLOB_PARTS) return errorReply(tooManyBlobParts())
    } else if (calls > MAX_HOST_CALLS) return errorReply(tooManyCalls())
    return onCall?.(call) ?? refusalReply('TOOL_NOT_AVAILABLE', 'This run cannot make calls.')
  }
}

/** Calls of sandboxd itself. A skill that made them would learn the rules of the operator, unseen by the app. */
const OWN_METHODS = [DENIED_HOSTS_CALL, PACKAGES_CALL]

/** Counted by themselves, because a large file takes many. */
const BLOB_METHODS = ['readBlob', 'writeBlob', 'openBlob', 'appendBlob', 'closeBlob', 'abortBlob']

function tooManyCalls(): AppError {
  return limitReached('run_calls', {
    max: MAX_HOST_CALLS,
    used: MAX_HOST_CALLS,
    message: `A run can make at most ${MAX_HOST_CALLS} calls to skills and tools.`,
  })
}

function tooManyBlobParts(): AppError {
  return limitReached('run_blob_parts', {
    max: MAX_BLOB_PARTS,
    used: MAX_BLOB_PARTS,
    message: `A run can read and write at most ${MAX_BLOB_PARTS} parts of blobs.`,
  })
}

/** Returns a refusal by sandboxd in the format of the site's replies. */
function refusalReply(code: ErrorCode, message: string): SandboxReply {
  return errorReply(new AppError(code, { message }))
}

function errorReply(error: AppError): SandboxReply {
  return { error: { name: ERRORS[error.code].sdk, ...toPublicError(error) } }
}

/** Returns undefined for a call above the limit. Reads that to its end as well, so that the sender is not blocked. */
async function readText(body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes <= MAX_HOST_CALL_BYTES) chunks.push(chunk)
    else chunks.length = 0
  }
  return bytes <= MAX_HOST_CALL_BYTES ? Buffer.concat(chunks).toString() : undefined
}

function parseHostCall(text: string): SandboxCall | undefined {
  try {
    const call = JSON.parse(text) as { method?: unknown; params?: Json } | null
    return typeof call?.method === 'string'
      ? { method: call.method.slice(0, 64), params: call.params ?? null }
      : undefined
  } catch {
    return undefined
  }
}
