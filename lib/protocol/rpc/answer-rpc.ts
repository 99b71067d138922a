/**
 * JSON-RPC 2.0 over text: a body in, a body out, and which HTTP status it travels under. Floor 4; no HTTP in here, so
 * the protocol is tested without a server.
 *
 * Source: JSON-RPC 2.0 Specification §4 to §6; specification "Skills Protocol", Transport.
 */
import { isObject, type Json, type JsonObject } from '../../contract/json/json.ts'
import { issuesBelow, lostDigits } from '../../contract/json/lost-digits.ts'
import { faultText, readJson } from '../../contract/json/read-json.ts'
import { AppError, ERRORS, type Issue, isTooLarge, type PublicError, toPublicError } from '../../errors.ts'

export const MAX_BATCH = 50
/** Calls of one batch that are worked on at the same time. */
const AT_ONCE = 5

export type RpcServer = {
  /** Whether there is such a method. */
  knows: (method: string) => boolean
  /**
   * Its result; throws AppError for what it refuses. `params` are absent, an object or a list; `lost` are the numbers
   * below `exact` that parsing has rounded.
   */
  call: (method: string, params: Json | undefined, lost: Issue[]) => Promise<Json>
  /** Where in a request every digit counts: "/params/args". */
  exact?: string
  /** Told of what is thrown besides refusals; returns the reference to quote. */
  report?: (thrown: unknown) => string | undefined
}

export type RpcAnswer = {
  /** Undefined when nothing may be answered: notifications only. */
  body?: JsonObject | JsonObject[]
  /** 200 for every answer, but 401 and 429 when nothing else was answered than that. */
  status: 200 | 204 | 401 | 429
  retryAfter?: number
  /** The body was not read to its end, so nothing after it on the connection can be. */
  isCutShort?: true
}

type RpcId = string | number | null

/** What parsing has rounded of one request. */
type Lost = { id: boolean; exact: Issue[] }

/** Answers a body as it arrived. Never throws. */
export async function answerRpc(server: RpcServer, text: string): Promise<RpcAnswer> {
  const { value, fault } = readJson(text)
  if (fault) return sent(refusal(null, PARSE_ERROR, `The body is no JSON. ${faultText(fault)}.`))
  const lost = lostDigits(text)
  const lostBelow = (request: string): Lost => ({
    id: issuesBelow(lost, `${request}/id`).length > 0,
    exact: server.exact === undefined ? [] : issuesBelow(lost, request + server.exact),
  })
  if (!Array.isArray(value)) return sent(await answerOne(server, value, lostBelow('')))
  if (value.length === 0) return sent(invalid('A batch holds at least one request.'))
  if (value.length > MAX_BATCH) {
    return sent(invalid(`A batch holds at most ${MAX_BATCH} requests; this one has ${value.length}.`))
  }
  const answers = await inTurns(value, (each, at) => answerOne(server, each, lostBelow(`/${at}`)))
  return sent(answers.filter((each) => each !== undefined))
}

/** What is answered when there is no text to read: it was too long, or no UTF-8. */
export function answerUnread(thrown: unknown): RpcAnswer {
  const { message } = toPublicError(thrown)
  return isTooLarge(toPublicError(thrown))
    ? { ...sent(invalid(message)), isCutShort: true }
    : sent(refusal(null, PARSE_ERROR, message))
}

async function answerOne(server: RpcServer, message: Json, lost: Lost): Promise<JsonObject | undefined> {
  const whyNot = whyNoRequest(message)
  if (whyNot || !isObject(message)) return invalid(whyNot ?? '', idOf(message))
  if (lost.id) return invalid('“id” has more digits than a number keeps: send it as text.')
  const answer = await perform(server, message, lost.exact)
  // Without an id it is a notification: whatever came of it, nothing is answered.
  return Object.hasOwn(message, 'id') ? { jsonrpc: '2.0', id: idOf(message), ...answer } : undefined
}

async function perform(server: RpcServer, message: JsonObject, lost: Issue[]): Promise<JsonObject> {
  const method = String(message.method)
  if (!server.knows(method)) {
    const why = `There is no method “${method.slice(0, 100)}”. rpc.discover lists those there are.`
    return { error: errorObject(METHOD_NOT_FOUND, { ...publicError('NOT_FOUND'), message: why }) }
  }
  try {
    return { result: await server.call(method, message.params, lost) }
  } catch (thrown) {
    return { error: refused(thrown, server.report) }
  }
}

/** Why this is no request at all; undefined for one. */
function whyNoRequest(message: Json): string | undefined {
  if (!isObject(message)) return 'A request is a JSON object.'
  if (message.jsonrpc !== '2.0') return '“jsonrpc” has to be exactly "2.0".'
  if (typeof message.method !== 'string') return '“method” has to be a text.'
  if (Object.hasOwn(message, 'id') && !isId(message.id)) return '“id” has to be a text, a number or null.'
  const hasParams = Object.hasOwn(message, 'params')
  if (hasParams && (typeof message.params !== 'object' || message.params === null)) {
    return '“params” has to be an object.'
  }
  return undefined
}

function isId(id: Json | undefined): id is RpcId {
  return typeof id === 'string' || Number.isFinite(id) || id === null
}

/** Null where it could not be found out, as the specification wants it. */
function idOf(message: Json): RpcId {
  return isObject(message) && isId(message.id) ? message.id : null
}

type Standard = { code: number; message: string }
const PARSE_ERROR: Standard = { code: -32700, message: 'Parse error' }
const INVALID_REQUEST: Standard = { code: -32600, message: 'Invalid Request' }
const METHOD_NOT_FOUND: Standard = { code: -32601, message: 'Method not found' }

function invalid(why: string, id: RpcId = null): JsonObject {
  return refusal(id, INVALID_REQUEST, why)
}

function refusal(id: RpcId, standard: Standard, why: string): JsonObject {
  const data = { ...publicError('INVALID_INPUT'), message: why }
  return { jsonrpc: '2.0', id, error: errorObject(standard, data) }
}

function publicError(code: 'INVALID_INPUT' | 'NOT_FOUND'): PublicError {
  const { suggested_action: _, ...error } = toPublicError(new AppError(code))
  return error
}

function refused(thrown: unknown, report: RpcServer['report']): JsonObject {
  const error = toPublicError(thrown, report?.(thrown))
  // Codes that only end a run have no number of their own; no call is refused with one.
  const code = ERRORS[error.code].rpc ?? ERRORS.INTERNAL_ERROR.rpc
  return errorObject({ code, message: error.message }, error)
}

function errorObject({ code, message }: Standard, data: PublicError): JsonObject {
  // A PublicError is plain data.
  return { code, message, data: data as unknown as JsonObject }
}

async function inTurns<Given, Made>(
  all: Given[],
  work: (each: Given, at: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  const waiting = [...all.entries()]
  async function takeTurns() {
    for (let next = waiting.shift(); next; next = waiting.shift())
      made[next[0]] = await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, takeTurns))
  return made
}

function sent(body: JsonObject | JsonObject[] | undefined): RpcAnswer {
  const answers = [body ?? []].flat()
  if (!body || answers.length === 0) return { status: 204 }
  const codes = new Set(answers.map(({ error }) => (isObject(error) ? error.code : undefined)))
  const [only] = codes.size === 1 ? codes : []
  if (only === ERRORS.UNAUTHENTICATED.rpc) return { body, status: 401 }
  if (only === ERRORS.RATE_LIMIT_EXCEEDED.rpc) return { body, status: 429, retryAfter: longestWait(answers) }
  return { body, status: 200 }
}

function longestWait(answers: JsonObject[]): number {
  const waits = answers.map(({ error }) => {
    const data = isObject(error) && isObject(error.data) ? error.data : {}
    return typeof data.retry_after === 'number' ? data.retry_after : 1
  })
  return Math.max(...waits)
}
