/**
 * What is wrong with the params of a request, in a sentence: the SDK would say it with the insides of its own checks, as a
 * failure of ours. Floor 4. Source: JSON-RPC 2.0 §5.1; Model Context Protocol, Base Protocol.
 */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  type JSONRPCRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { toPointer } from '../contract/json/json-pointer.ts'
import { AppError, ERRORS, toPublicError } from '../errors.ts'

const SCHEMAS = {
  initialize: InitializeRequestSchema,
  ping: PingRequestSchema,
  'tools/list': ListToolsRequestSchema,
  'tools/call': CallToolRequestSchema,
  'prompts/list': ListPromptsRequestSchema,
  'prompts/get': GetPromptRequestSchema,
  'resources/list': ListResourcesRequestSchema,
  'resources/templates/list': ListResourceTemplatesRequestSchema,
  'resources/read': ReadResourceRequestSchema,
}

/** What a request cannot do without, and what it is called. */
const NEEDED = new Map([
  ['tools/call name', 'the name of a tool'],
  ['prompts/get name', 'the name of a prompt'],
  ['resources/read uri', 'the uri of a resource'],
  ['initialize protocolVersion', 'the version of the protocol that the client speaks'],
  ['initialize capabilities', 'what the client can do'],
  ['initialize clientInfo', 'the name and the version of the client'],
])

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

/** Undefined when they fit, and for a method that there is none of. */
export function wrongParams({
  method,
  params = {},
}: Pick<JSONRPCRequest, 'method' | 'params'>): AppError | undefined {
  const schema = Object.hasOwn(SCHEMAS, method) ? SCHEMAS[method as keyof typeof SCHEMAS] : undefined
  const issue = schema?.safeParse({ method, params }).error?.issues[0]
  if (!issue) return undefined
  const path = issue.path.slice(1).map(String)
  const needed = NEEDED.get(`${method} ${path.join('.')}`)
  const type = 'expected' in issue && TYPES[String(issue.expected)]
  const does = type ? `“${path.join('.')}” is ${type}` : `“${path.join('.')}” does not fit`
  const message = needed ? `${method} takes ${needed}.` : `${does}.`
  return new AppError('INVALID_INPUT', { message, issues: [{ path: toPointer(path), message }] })
}

/** Answers what does not fit before the server of `transport` reads it; to be called once that is connected. */
export function refuseWrongParams(transport: Transport): void {
  const read = transport.onmessage
  transport.onmessage = (message, extra) => {
    const wrong = 'method' in message && 'id' in message ? wrongParams(message) : undefined
    if (!wrong) return read?.(message, extra)
    const { id } = message as JSONRPCRequest
    const error = { code: ERRORS.INVALID_INPUT.rpc, message: wrong.message, data: toPublicError(wrong) }
    transport.send({ jsonrpc: '2.0', id, error }).catch((thrown) => transport.onerror?.(thrown))
  }
}
