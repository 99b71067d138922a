/**
 * The SDK would report every problem as a parse error (JSON-RPC 2.0 §4 and §5.1). `invalid-params.ts` checks params.
 */

import {
  isSpecType,
  type JSONRPCRequest,
  specTypeSchemas,
  type Transport,
} from '@modelcontextprotocol/server'
import { AppError, ERRORS, toPublicError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { MAX_BATCH } from '../../kernel/json-rpc/answer-rpc.ts'

export type InvalidMessage = { id: string | number | null; code: -32600 | -32601 | -32602; message: string }

export function messageError(body: Json): InvalidMessage | undefined {
  if (!Array.isArray(body)) return invalidSingle(body)
  if (body.length === 0) return invalidRequest('A batch must contain at least one message.')
  if (body.length > MAX_BATCH) return invalidRequest(`A batch can contain at most ${MAX_BATCH} messages.`)
  for (const [at, message] of body.entries()) {
    const wrong = invalidSingle(message)
    if (wrong) return { ...wrong, message: `Message ${at + 1} of the batch: ${wrong.message}` }
  }
  return undefined
}

function invalidSingle(message: Json): InvalidMessage | undefined {
  if (!isObject(message) || message.jsonrpc !== '2.0')
    return invalidRequest('A message must be an object with "jsonrpc": "2.0".')
  const { id, params } = message
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id))
    return invalidRequest('“id” must be text or a whole number.')
  if (params !== undefined && !isObject(params))
    return {
      id: (id ?? null) as string | number | null,
      code: -32602,
      message: '“params” must be an object.',
    }
  if (isSpecType.JSONRPCMessage(message)) return undefined
  return invalidRequest('A request can only contain “jsonrpc”, “id”, “method” and “params”.')
}

function invalidRequest(message: string): InvalidMessage {
  return { id: null, code: -32600, message }
}

const SCHEMAS = {
  initialize: specTypeSchemas.InitializeRequest,
  ping: specTypeSchemas.PingRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'prompts/list': specTypeSchemas.ListPromptsRequest,
  'prompts/get': specTypeSchemas.GetPromptRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'completion/complete': specTypeSchemas.CompleteRequest,
  'logging/setLevel': specTypeSchemas.SetLevelRequest,
}

const NEEDED = new Map([
  ['tools/call name', 'the name of a tool'],
  ['prompts/get name', 'the name of a prompt'],
  ['resources/read uri', 'the uri of a resource'],
  ['logging/setLevel level', 'the name of a level, such as info'],
  ['initialize protocolVersion', 'the protocol version of the client'],
  ['initialize capabilities', 'the capabilities of the client'],
  ['initialize clientInfo', 'the name and version of the client'],
])

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

export function paramsError({
  method,
  params = {},
}: Pick<JSONRPCRequest, 'method' | 'params'>): AppError | undefined {
  const schema = Object.hasOwn(SCHEMAS, method) ? SCHEMAS[method as keyof typeof SCHEMAS] : undefined
  const issue = schema?.['~standard'].validate({ method, params }).issues?.[0]
  if (!issue) return undefined
  const path = (issue.path ?? []).slice(1).map(String)
  const needed = NEEDED.get(`${method} ${path.join('.')}`)
  const type = 'expected' in issue && TYPES[String(issue.expected)]
  const does = type ? `“${path.join('.')}” must be ${type}` : `“${path.join('.')}” is invalid`
  const message = needed ? `${method} requires ${needed}.` : `${does}.`
  return new AppError('INVALID_INPUT', { message, issues: [{ path: toPointer(path), message }] })
}

export function invalidParamsAnswer(id: JSONRPCRequest['id'], wrong: AppError) {
  const error = { code: ERRORS.INVALID_INPUT.rpc, message: wrong.message, data: toPublicError(wrong) }
  return { jsonrpc: '2.0' as const, id, error }
}

/** Call it once the server is connected. */
export function rejectInvalidParams(transport: Transport): void {
  const read = transport.onmessage
  transport.onmessage = (message, extra) => {
    const wrong = 'method' in message && 'id' in message ? paramsError(message) : undefined
    if (!wrong) return read?.(message, extra)
    const { id } = message as JSONRPCRequest
    transport.send(invalidParamsAnswer(id, wrong)).catch((thrown) => transport.onerror?.(thrown))
  }
}
