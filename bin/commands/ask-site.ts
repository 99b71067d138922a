/** Another Guildhall, asked over HTTP with the key that `login` keeps for it. */
import { AppError, ERRORS, type PublicError } from '#lib/errors.ts'
import { keyFor } from './site-keys.ts'

/** The JSON that the site answers. Throws what it refused, in its own words. */
export async function askSite<Value>(
  site: string,
  path: string,
  init: RequestInit = {},
  key = keyFor(site),
): Promise<Value> {
  return (await (await fetchFromSite(site, path, init, key)).json()) as Value
}

/** The same for what is no JSON. Throws TOOL_NOT_AVAILABLE when nobody answers there. */
export async function fetchFromSite(
  site: string,
  path: string,
  init: RequestInit = {},
  key = keyFor(site),
): Promise<Response> {
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(key && { authorization: `Bearer ${key}` }),
  }
  let response: Response
  try {
    response = await fetch(new URL(path, site), { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (cause) {
    throw new AppError('TOOL_NOT_AVAILABLE', { message: `${site} does not answer.`, cause })
  }
  if (response.ok) return response
  throw await refusalOf(response, site)
}

const TIMEOUT_MS = 60_000

async function refusalOf(response: Response, site: string): Promise<AppError> {
  const body = (await response.json().catch(() => ({}))) as { error?: PublicError }
  const { error } = body
  if (error && Object.hasOwn(ERRORS, error.code)) {
    return new AppError(error.code, { message: error.message, issues: error.details })
  }
  return new AppError('TOOL_NOT_AVAILABLE', {
    message: `${site} answered ${response.status}, which is no Guildhall’s answer.`,
  })
}
