/**
 * One question to the planner, and the JSON object that it answers. Floor 3.
 *
 * What it says is a stranger's: bounded in size and time, never followed to another address, and nothing of an error
 * it answers is shown but its kind. Source: OpenAI API reference, Chat completions.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'
import type { Planner } from './planner-settings.ts'

export type Message = { role: 'system' | 'user' | 'assistant'; content: string }

type Asked = { messages: readonly Message[]; schema: JsonSchema; signal?: AbortSignal }

export type PlannerAnswer = { document: JsonObject; text: string }

const TIMEOUT_MS = 90_000
const MOST_BYTES = 512 * 1024
const MOST_TOKENS = 8_000

/** Throws TOOL_NOT_AVAILABLE, RATE_LIMIT_EXCEEDED, TOOL_TIMEOUT, or CANCELLED. */
export async function askPlanner(
  planner: Planner,
  { messages, schema, signal }: Asked,
): Promise<PlannerAnswer> {
  const body = { model: planner.model, messages, temperature: 0, max_tokens: MOST_TOKENS }
  const format = { type: 'json_schema', json_schema: { name: 'plan', schema } }
  let response = await send(planner, { ...body, response_format: format }, signal)
  // Not every endpoint knows how to keep an answer to a schema; what it says is checked all the same.
  if (response.status === 400 || response.status === 422) response = await send(planner, body, signal)
  if (!response.ok) throw refusalOf(response)
  const text = contentOf(await readJson(response, signal))
  return { document: objectIn(text), text }
}

async function send({ url, key }: Planner, body: object, signal?: AbortSignal): Promise<Response> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      // The key is for this address and for no other.
      redirect: 'error',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    })
  } catch {
    throw noAnswer(deadline, signal)
  }
}

function noAnswer(deadline: AbortSignal | undefined, signal: AbortSignal | undefined): AppError {
  if (signal?.aborted) return new AppError('CANCELLED', { message: 'Drafting the plan was cancelled.' })
  if (deadline?.aborted)
    return new AppError('TOOL_TIMEOUT', { message: 'The planner took too long to answer.' })
  return unavailable('does not answer')
}

function refusalOf({ status, headers }: Response): AppError {
  if (status === 401 || status === 403) return unavailable('does not take the key that it was set up with')
  if (status === 404) return unavailable('has no such model, or is set up with a wrong address')
  if (status !== 429) return unavailable(`answered with HTTP status ${status}`)
  const seconds = Number(headers.get('retry-after'))
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? Math.min(3600, Math.ceil(seconds)) : 60
  return new AppError('RATE_LIMIT_EXCEEDED', { message: 'The planner has too much to do.', retryAfter })
}

async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > MOST_BYTES) throw unavailable('answered with far more than a plan')
      parts.push(part)
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    if (thrown instanceof SyntaxError) throw unavailable('answered with something that is no chat completion')
    throw (thrown as Error)?.name === 'TimeoutError'
      ? new AppError('TOOL_TIMEOUT', { message: 'The planner took too long to answer.' })
      : noAnswer(undefined, signal)
  }
}

/** What the first choice says, in words or as the arguments of a tool. */
function contentOf(completion: unknown): string {
  const [choice] = listOf(isObject(completion) ? completion.choices : undefined)
  const message = isObject(choice) && isObject(choice.message) ? choice.message : {}
  const [call] = listOf(message.tool_calls)
  const called = isObject(call) && isObject(call.function) ? call.function.arguments : undefined
  const content = typeof message.content === 'string' && message.content !== '' ? message.content : called
  if (typeof content === 'string') return content
  throw unavailable('answered with something that is no chat completion')
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

/** The JSON object that a text holds, fenced or among words. */
function objectIn(text: string): JsonObject {
  // By searching, not by a pattern: one that a stranger's text could make slow.
  const [, fence = ''] = text.split('```', 2)
  const fenced = fence.slice(fence.indexOf('\n') + 1)
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const each of [text, fenced, braces]) {
    try {
      const value: unknown = JSON.parse(each ?? '')
      if (isObject(value)) return value
    } catch {
      // The next spelling, or none.
    }
  }
  throw unavailable('did not answer with a plan')
}

function unavailable(what: string): AppError {
  return new AppError('TOOL_NOT_AVAILABLE', {
    message: `The planner ${what}.`,
    suggestedAction: 'Try again later, or write the plan by hand.',
  })
}
