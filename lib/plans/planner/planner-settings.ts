/** The planner's settings: an endpoint compatible with OpenAI's chat completions. The key is sent there only, and never logged. */
import { AppError } from '../../kernel/errors.ts'

export type Planner = {
  url: URL
  key?: string
  model: string
}

/** Returns null if none is configured. Throws PRECONDITION_FAILED for invalid settings. */
export function findPlanner(env: NodeJS.ProcessEnv = process.env): Planner | null {
  const { GUILDHALL_PLANNER_URL: base, GUILDHALL_PLANNER_KEY: key, GUILDHALL_PLANNER_MODEL: model } = env
  if (!base) return null
  const url = URL.canParse(base) ? new URL(base) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw settingsError('GUILDHALL_PLANNER_URL is not a URL such as https://api.example.com/v1')
  if (!model) throw settingsError('GUILDHALL_PLANNER_MODEL is missing: the name of the model to ask')
  if (!url.pathname.endsWith('/chat/completions'))
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  return { url, ...(key && { key }), model }
}

/** Returns the planner's name for a page, also with invalid settings, so that their error is seen; undefined without one. */
export function getPlannerName(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { GUILDHALL_PLANNER_URL: base, GUILDHALL_PLANNER_MODEL: model } = env
  if (!base) return undefined
  return `${model || 'no model'} at ${URL.canParse(base) ? new URL(base).host : 'no address'}`
}

/** Throws PRECONDITION_FAILED without a planner, or with invalid settings. */
export function requirePlanner(otherwise = 'write the plan by hand'): Planner {
  const planner = findPlanner()
  if (planner) return planner
  throw new AppError('PRECONDITION_FAILED', {
    message: `No planner is configured, so ${otherwise}.`,
    suggestedAction: 'To configure one, set GUILDHALL_PLANNER_URL and GUILDHALL_PLANNER_MODEL on the server.',
  })
}

function settingsError(message: string): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: `The planner is not configured correctly: ${message}.`,
  })
}
