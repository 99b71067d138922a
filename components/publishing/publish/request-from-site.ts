import type { PublicError } from '#lib/kernel/errors.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'

/** Requests JSON of this site. A network failure is returned as an error like those of the server. */
export async function requestFromSite<Data>(path: string, init?: RequestInit): Promise<ActionResult<Data>> {
  try {
    const response = await fetch(path, init)
    const result = await response.json()
    return response.ok ? { ok: true, data: result } : { ok: false, error: result.error }
  } catch {
    const error: PublicError = {
      code: 'TOOL_NOT_AVAILABLE',
      message: 'The server could not be reached. Check your connection and try again.',
      recoverable: true,
    }
    return { ok: false, error }
  }
}
