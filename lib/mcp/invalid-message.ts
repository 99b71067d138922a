/**
 * What is wrong with a body before the SDK reads it, which says so with the insides of its own checks. Floor 4, pure.
 *
 * Source: JSON-RPC 2.0 §4 and §5.1; Model Context Protocol, Tools.
 */
import { isObject, type Json } from '../contract/json/json.ts'
import { MAX_BATCH } from '../protocol/rpc/answer-rpc.ts'

export type InvalidMessage = { id: string | number | null; code: -32600 | -32602; message: string }

/** Undefined when nothing is wrong with it. Of a batch only whether it is one: its messages are the SDK's to refuse. */
export function invalidMessage(body: Json): InvalidMessage | undefined {
  if (Array.isArray(body)) return invalidBatch(body.length)
  if (!isObject(body) || body.jsonrpc !== '2.0')
    return invalidRequest('A message is an object with "jsonrpc": "2.0".')
  const { id, method, params } = body
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    return invalidRequest('“id” is text or a number.')
  if (id === undefined) return undefined
  const wrong = wrongParams(String(method), params)
  return wrong === undefined ? undefined : { id, code: -32602, message: wrong }
}

function invalidBatch(length: number): InvalidMessage | undefined {
  if (length === 0) return invalidRequest('An empty batch asks for nothing.')
  return length > MAX_BATCH ? invalidRequest(`A batch holds at most ${MAX_BATCH} messages.`) : undefined
}

/** What requests cannot do without, and what it is called. */
const NEEDED = new Map([
  ['tools/call', { field: 'name', words: 'the name of a tool' }],
  ['prompts/get', { field: 'name', words: 'the name of a prompt' }],
  ['resources/read', { field: 'uri', words: 'the uri of a resource' }],
])

function wrongParams(method: string, params: Json | undefined): string | undefined {
  const needed = NEEDED.get(method)
  if (!needed) return undefined
  if (!isObject(params) || typeof params[needed.field] !== 'string') return `${method} takes ${needed.words}.`
  if (params.arguments !== undefined && !isObject(params.arguments)) return '“arguments” is an object.'
  return undefined
}

function invalidRequest(message: string): InvalidMessage {
  return { id: null, code: -32600, message }
}
