/**
 * Keeps the cost of a message low before the SDK reads it: its schemas visit every name several times, on the thread
 * that serves everyone, and 100,000 names in the capabilities of `initialize` took seconds.
 */
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import type { InvalidMessage } from './validate-message.ts'

/** The most that all messages of a body may have together, not counting the arguments of calls. */
const MAX_VALUES = 10_000
const MAX_CHARS = 64 * 1024
/** The most that answers to the questions of a call may have. It is larger, because people may paste a long text. */
const MAX_ANSWER_CHARS = 1024 * 1024

/**
 * Returns the body without the arguments of its calls, which the server takes from the body itself. Arguments that are
 * no object stay, for the SDK to refuse.
 */
export function withoutArguments(body: Json): Json {
  return Array.isArray(body) ? body.map(withoutOwnArguments) : withoutOwnArguments(body)
}

function withoutOwnArguments(message: Json): Json {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return message
  if (!isObject(message.params.arguments)) return message
  return { ...message, params: { ...message.params, arguments: {} } }
}

/** `rest` is a body without the arguments of its calls. */
export function messageSizeError(rest: Json): InvalidMessage | undefined {
  const [messages, answers] = separateAnswers(rest)
  const size = { values: 0, chars: 0 }
  const isLong = !measure(messages, size, MAX_CHARS)
  if (!isLong && measure(answers, Object.assign(size, { chars: 0 }), MAX_ANSWER_CHARS)) return undefined
  const id = isObject(rest) ? idOf(rest) : null
  const longMessage = isLong
    ? `A message can have at most ${MAX_CHARS / 1024} kB outside of a call’s arguments.`
    : 'The answers to the questions of a call can have at most 1 MB.'
  const message =
    size.values > MAX_VALUES
      ? `A message can have at most ${MAX_VALUES.toLocaleString('en')} names and values outside of a call’s arguments.`
      : longMessage
  return { id, code: -32600, message }
}

/** Returns the body without the answers to the questions of its calls, and the answers. */
function separateAnswers(body: Json): [messages: Json, answers: Json[]] {
  if (!isObject(body) || body.method !== 'tools/call' || !isObject(body.params)) return [body, []]
  const { inputResponses = null, ...params } = body.params
  return [{ ...body, params }, [inputResponses]]
}

function idOf({ id }: JsonObject): string | number | null {
  const isShort = typeof id === 'string' && id.length <= MAX_CHARS
  return isShort || Number.isInteger(id) ? (id as string | number) : null
}

/** Measures a value and stops with false as soon as a limit is exceeded. */
function measure(value: Json, size: { values: number; chars: number }, maxChars: number): boolean {
  size.values += 1
  if (typeof value === 'string') size.chars += value.length
  if (size.values > MAX_VALUES || size.chars > maxChars) return false
  if (Array.isArray(value)) return value.every((each) => measure(each, size, maxChars))
  if (!isObject(value)) return true
  for (const name in value) {
    size.values += 1
    size.chars += name.length
    if (!measure(value[name]!, size, maxChars)) return false
  }
  return true
}
