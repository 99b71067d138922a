/**
 * The planner that this Guildhall was given: an endpoint that speaks as OpenAI's chat completions do. Floor 3.
 *
 * Without one everything else works. Its key goes into the one header it is for, and into no message and no log.
 * Source: specification "First-party tools and plans", Builder page.
 */
import { AppError } from '../errors.ts'

export type Planner = {
  /** ".../chat/completions" */
  url: URL
  key?: string
  model: string
}

/** Null when none is set up. Throws PRECONDITION_FAILED for settings that make no sense. */
export function findPlanner(env: NodeJS.ProcessEnv = process.env): Planner | null {
  const { GUILDHALL_PLANNER_URL: base, GUILDHALL_PLANNER_KEY: key, GUILDHALL_PLANNER_MODEL: model } = env
  if (!base) return null
  const url = URL.canParse(base) ? new URL(base) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw wrong('GUILDHALL_PLANNER_URL is no address such as https://api.example.com/v1')
  if (!model) throw wrong('GUILDHALL_PLANNER_MODEL is missing: the name of the model to ask')
  if (!url.pathname.endsWith('/chat/completions'))
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  return { url, ...(key && { key }), model }
}

/**
 * Who a page says it is, "gpt-5 at api.example.com"; undefined when there is none. Settings that make no sense count: their
 * refusal says what is wrong.
 */
export function plannerName(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { GUILDHALL_PLANNER_URL: base, GUILDHALL_PLANNER_MODEL: model } = env
  if (!base) return undefined
  return `${model || 'no model'} at ${URL.canParse(base) ? new URL(base).host : 'no address'}`
}

/** Throws PRECONDITION_FAILED when there is none. */
export function requirePlanner(): Planner {
  const planner = findPlanner()
  if (planner) return planner
  throw new AppError('PRECONDITION_FAILED', {
    message: 'No planner is set up here, so plans are written by hand.',
    suggestedAction: 'Whoever runs this Guildhall can set GUILDHALL_PLANNER_URL and GUILDHALL_PLANNER_MODEL.',
  })
}

function wrong(message: string): AppError {
  return new AppError('PRECONDITION_FAILED', { message: `The planner is not set up right: ${message}.` })
}
