import type { PublicError } from '#lib/errors.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'

const UNREACHABLE: PublicError = {
  code: 'TOOL_NOT_AVAILABLE',
  message: 'The server cannot be reached.',
  recoverable: true,
}

/** A network that is gone is an answer like any other. */
export async function attempt<T>(call: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await call()
  } catch {
    return { ok: false, error: UNREACHABLE }
  }
}
