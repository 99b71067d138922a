import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { UNREACHABLE } from '../../ui/use-action.ts'

/** Requests JSON of this site. A network failure is returned as an error like those of the server. */
export async function requestFromSite<Data>(path: string, init?: RequestInit): Promise<ActionResult<Data>> {
  try {
    const response = await fetch(path, init)
    const result = await response.json()
    return response.ok ? { ok: true, data: result } : { ok: false, error: result.error }
  } catch {
    return { ok: false, error: UNREACHABLE }
  }
}
