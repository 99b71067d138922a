/**
 * Asks the planner, a model behind an endpoint of chat completions. Its response is untrusted: size and time are bounded,
 * redirects refused, and only the kind of an error is shown.
 */

import { AppError } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import type { Planner } from './planner-settings.ts'

export type Message = { role: 'system' | 'user' | 'assistant'; content: string }

/** What the planner is asked for, as errors name it. */
export type PlannerTask = { noun: 'plan' | 'suggestion'; otherwise: string }

type PlannerRequest = {
  task: PlannerTask
  messages: readonly Message[]
  schema: JsonSchema
  signal?: AbortSignal | undefined
}

export type PlannerAnswer = { document: JsonObject; text: string }

const TIMEOUT_MS = 90_000
const MAX_RESPONSE_BYTES = 512 * 1024
const MAX_TOKENS = 8_000

/** Returns the JSON object of the response. Throws TOOL_NOT_AVAILABLE, RATE_LIMIT_EXCEEDED, TOOL_TIMEOUT, or CANCELLED. */
export async function askPlanner(
  planner: Planner,
  { task, messages, schema, signal }: PlannerRequest,
): Promise<PlannerAnswer> {
  const body = { model: planner.model, messages, temperature: 0, max_tokens: MAX_TOKENS }
  const format = { type: 'json_schema', json_schema: { name: task.noun, schema } }
  const ask = async (): Promise<PlannerAnswer> => {
    let response = await send(planner, { ...body, response_format: format }, signal)
    // Without the schema once more, because some endpoints do not support one.
    if (response.status === 400 || response.status === 422) response = await send(planner, body, signal)
    if (!response.ok) throw responseError(response)
    const text = readContent(await readJson(response, signal))
    const document = parseObject(text)
    if (!document) throw plannerUnavailable(`did not return a ${task.noun}`)
    return { document, text }
  }
  return ask().catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'TOOL_NOT_AVAILABLE') throw thrown
    const { message, options } = thrown
    throw new AppError('TOOL_NOT_AVAILABLE', {
      ...options,
      message,
      suggestedAction: `Try again later, or ${task.otherwise}.`,
    })
  })
}

async function send({ url, key }: Planner, body: object, signal?: AbortSignal): Promise<Response> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      // A redirect would send the key to another host.
      redirect: 'error',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    })
  } catch {
    throw noResponseError(deadline, signal)
  }
}

function noResponseError(deadline: AbortSignal | undefined, signal: AbortSignal | undefined): AppError {
  if (signal?.aborted)
    return new AppError('CANCELLED', { message: 'The request to the planner was cancelled.' })
  if (deadline?.aborted)
    return new AppError('TOOL_TIMEOUT', { message: 'The planner took too long to respond.' })
  return plannerUnavailable('did not respond')
}

function responseError({ status, headers }: Response): AppError {
  if (status === 401 || status === 403) return plannerUnavailable('rejected the configured API key')
  if (status === 404) return plannerUnavailable('does not have the configured model, or its URL is wrong')
  if (status !== 429) return plannerUnavailable(`returned HTTP status ${status}`)
  const seconds = Number(headers.get('retry-after'))
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? Math.min(3600, Math.ceil(seconds)) : 60
  return new AppError('RATE_LIMIT_EXCEEDED', { message: 'The planner is overloaded.', retryAfter })
}

async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > MAX_RESPONSE_BYTES) throw plannerUnavailable('returned a response that is too large')
      parts.push(part)
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    if (thrown instanceof SyntaxError) throw plannerUnavailable('did not return a chat completion')
    throw (thrown as Error)?.name === 'TimeoutError'
      ? new AppError('TOOL_TIMEOUT', { message: 'The planner took too long to respond.' })
      : noResponseError(undefined, signal)
  }
}

function readContent(completion: unknown): string {
  const [choice] = asList(isObject(completion) ? completion.choices : undefined)
  const message = isObject(choice) && isObject(choice.message) ? choice.message : {}
  const [call] = asList(message.tool_calls)
  const called = isObject(call) && isObject(call.function) ? call.function.arguments : undefined
  const content = typeof message.content === 'string' && message.content !== '' ? message.content : called
  if (typeof content === 'string') return content
  throw plannerUnavailable('did not return a chat completion')
}

function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

/** Returns undefined if the text contains no JSON object. */
function parseObject(text: string): JsonObject | undefined {
  // Without a regular expression, which untrusted text could make slow.
  const [, fence = ''] = text.split('```', 2)
  const fenced = fence.slice(fence.indexOf('\n') + 1)
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const each of [text, fenced, braces]) {
    try {
      const value: unknown = JSON.parse(each ?? '')
      if (isObject(value)) return value
    } catch {}
  }
  return undefined
}

function plannerUnavailable(problem: string): AppError {
  return new AppError('TOOL_NOT_AVAILABLE', { message: `The planner ${problem}.` })
}
