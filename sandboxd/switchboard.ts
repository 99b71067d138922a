/**
 * What one run asks of Guildhall, on its way to the app: counted and bounded, each answered with JSON text.
 *
 * What comes in was written by the run's own code. Only its shape is looked at here; what it means, and whether the
 * run may have it, is the app's to say. Source: specification "Execution", Handler.
 */
import type { Json } from '../lib/contract/json/json.ts'
import { ERRORS, type ErrorCode } from '../lib/errors.ts'
import { isTooDeep } from '../lib/sandbox/read-frames.ts'
import type { SandboxCall, SandboxReply } from '../lib/sandbox/sandbox.ts'
import { CALL_BYTES, CALLS } from './limits.ts'
import type { Listener } from './listener.ts'

/** Makes the one that answers a run's calls. It never rejects. */
export function openSwitchboard(onCall: Listener['onCall']) {
  let calls = 0

  return async (body: AsyncIterable<Buffer>): Promise<string> => {
    calls += 1
    return JSON.stringify(await reply(body).catch(() => refusal('CANCELLED', 'The run is over.')))
  }

  async function reply(body: AsyncIterable<Buffer>): Promise<SandboxReply> {
    if (calls > CALLS)
      return refusal('RATE_LIMIT_EXCEEDED', `A run may call other skills, tools and blobs ${CALLS} times.`)
    const text = await readText(body)
    if (text === undefined)
      return refusal(
        'INVALID_INPUT',
        `A call may hold ${CALL_BYTES / (1024 * 1024)} MB, and this one is larger.`,
      )
    const call = parseCall(text)
    if (!call) return refusal('INVALID_INPUT', 'That is not a call.')
    return onCall?.(call) ?? refusal('TOOL_NOT_AVAILABLE', 'Nothing can be called from this run.')
  }
}

/** A refusal in the box's own voice, shaped as the app's are. */
function refusal(code: ErrorCode, message: string): SandboxReply {
  const { sdk: name, recoverable } = ERRORS[code]
  return { error: { name, code, message, recoverable } }
}

/** Reads all of it whatever its size, so that the other end is not left writing; undefined beyond the bound. */
async function readText(body: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes <= CALL_BYTES) chunks.push(chunk)
    else chunks.length = 0
  }
  return bytes <= CALL_BYTES ? Buffer.concat(chunks).toString() : undefined
}

function parseCall(text: string): SandboxCall | undefined {
  if (isTooDeep(text)) return undefined
  try {
    const call = JSON.parse(text) as { method?: unknown; params?: Json } | null
    return typeof call?.method === 'string'
      ? { method: call.method.slice(0, 64), params: call.params ?? null }
      : undefined
  } catch {
    return undefined
  }
}
