/** JSON-RPC 2.0 over text, independent of HTTP. See docs/spec/skills-protocol.md §1. */
import pLimit from 'p-limit'
import {
  AppError,
  ERRORS,
  type Issue,
  isTooLarge,
  type PublicError,
  toPublicError,
  withAbsoluteLink,
} from '../errors.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { issuesBelow, lostDigits } from '../json/lost-digits.ts'
import { faultText, readJson } from '../json/read-json.ts'

export const MAX_BATCH = 50
/** The calls of a batch that run concurrently. */
const AT_ONCE = 5

export type RpcServer = {
  /** Also called for invalid requests. An AppError becomes the response. */
  admit?: () => Promise<void>
  knows: (method: string) => boolean
  /** Throws AppError. `lost` are numbers below `exact` that parsing has rounded. */
  call: (method: string, params: Json | undefined, lost: Issue[]) => Promise<Json>
  /** The path where numbers must be exact: "/params/args". */
  exact?: string
  /** Returns the reference to quote. */
  report?: (thrown: unknown) => string | undefined
  /** The address of the site, with which links in errors begin. */
  origin: string
}

export type RpcAnswer = {
  body?: JsonObject | JsonObject[]
  /** 200, except if every response is the same 401 or 429. */
  status: 200 | 204 | 401 | 429
  retryAfter?: number
  /** Close the connection: it still has unread bytes. */
  isCutShort?: true
}

type RpcId = string | number | null

type Lost = { id: boolean; exact: Issue[] }

export async function answerRpc(server: RpcServer, text: string): Promise<RpcAnswer> {
  const { value, fault } = readJson(text)
  if (fault)
    return sent(refusal(null, PARSE_ERROR, `The request body is not valid JSON. ${faultText(fault)}.`))
  const lost = lostDigits(text)
  const lostBelow = (request: string): Lost => ({
    id: issuesBelow(lost, `${request}/id`).length > 0,
    exact: server.exact === undefined ? [] : issuesBelow(lost, request + server.exact),
  })
  if (!Array.isArray(value)) return sent(await answerOne(server, value, lostBelow('')))
  if (value.length === 0) return sent(invalid('A batch must contain at least one request.'))
  if (value.length > MAX_BATCH) {
    return sent(invalid(`A batch can contain at most ${MAX_BATCH} requests; this one has ${value.length}.`))
  }
  const answers = await pLimit(AT_ONCE).map(value, (each, at) => answerOne(server, each, lostBelow(`/${at}`)))
  return sent(answers.filter((each) => each !== undefined))
}

export function answerRefused(thrown: unknown, server: Pick<RpcServer, 'report' | 'origin'>): RpcAnswer {
  return { ...sent({ jsonrpc: '2.0', id: null, error: refused(thrown, server) }), isCutShort: true }
}

export function answerUnread(thrown: unknown): RpcAnswer {
  const { message } = toPublicError(thrown)
  return isTooLarge(toPublicError(thrown))
    ? { ...sent(invalid(message)), isCutShort: true }
    : sent(refusal(null, PARSE_ERROR, message))
}

async function answerOne(server: RpcServer, message: Json, lost: Lost): Promise<JsonObject | undefined> {
  try {
    await server.admit?.()
  } catch (thrown) {
    return answerTo(message, { error: refused(thrown, server) })
  }
  const error = requestError(message)
  if (error || !isObject(message)) return invalid(error ?? '', idOf(message))
  if (lost.id) return invalid('“id” has too many digits to be stored exactly: send it as text.')
  return answerTo(message, await perform(server, message, lost.exact))
}

function answerTo(message: Json, answer: JsonObject): JsonObject | undefined {
  const isNotification = requestError(message) === undefined && !Object.hasOwn(message as JsonObject, 'id')
  return isNotification ? undefined : { jsonrpc: '2.0', id: idOf(message), ...answer }
}

async function perform(server: RpcServer, message: JsonObject, lost: Issue[]): Promise<JsonObject> {
  const method = String(message.method)
  if (!server.knows(method)) {
    const reason = `There is no method “${method.slice(0, 100)}”. Call rpc.discover for a list of methods.`
    return { error: errorObject(METHOD_NOT_FOUND, { ...publicError('NOT_FOUND'), message: reason }) }
  }
  try {
    return { result: await server.call(method, message.params, lost) }
  } catch (thrown) {
    return { error: refused(thrown, server) }
  }
}

function requestError(message: Json): string | undefined {
  if (!isObject(message)) return 'A request must be a JSON object.'
  if (message.jsonrpc !== '2.0') return '“jsonrpc” must be exactly "2.0".'
  if (typeof message.method !== 'string') return '“method” must be a string.'
  if (Object.hasOwn(message, 'id') && !isId(message.id)) return '“id” must be a string, a number or null.'
  const hasParams = Object.hasOwn(message, 'params')
  if (hasParams && (typeof message.params !== 'object' || message.params === null)) {
    return '“params” must be an object.'
  }
  return undefined
}

function isId(id: Json | undefined): id is RpcId {
  return typeof id === 'string' || Number.isFinite(id) || id === null
}

function idOf(message: Json): RpcId {
  return isObject(message) && isId(message.id) ? message.id : null
}

type Standard = { code: number; message: string }
const PARSE_ERROR: Standard = { code: -32700, message: 'Parse error' }
const INVALID_REQUEST: Standard = { code: -32600, message: 'Invalid Request' }
const METHOD_NOT_FOUND: Standard = { code: -32601, message: 'Method not found' }

function invalid(reason: string, id: RpcId = null): JsonObject {
  return refusal(id, INVALID_REQUEST, reason)
}

function refusal(id: RpcId, standard: Standard, reason: string): JsonObject {
  const data = { ...publicError('INVALID_INPUT'), message: reason }
  return { jsonrpc: '2.0', id, error: errorObject(standard, data) }
}

function publicError(code: 'INVALID_INPUT' | 'NOT_FOUND'): PublicError {
  const { suggested_action: _, ...error } = toPublicError(new AppError(code))
  return error
}

function refused(thrown: unknown, { report, origin }: Pick<RpcServer, 'report' | 'origin'>): JsonObject {
  const error = withAbsoluteLink(toPublicError(thrown, report?.(thrown)), origin)
  // Codes without an RPC number never refuse a call.
  const code = ERRORS[error.code].rpc ?? ERRORS.INTERNAL_ERROR.rpc
  return errorObject({ code, message: error.message }, error)
}

function errorObject({ code, message }: Standard, data: PublicError): JsonObject {
  return { code, message, data: data as JsonObject }
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
