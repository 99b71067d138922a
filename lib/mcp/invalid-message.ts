/**
 * What is wrong with a body before the SDK reads it, which calls all of it a text that cannot be parsed. Floor 4, pure.
 *
 * What a message asks for is looked at later, by `invalid-params.ts`. Source: JSON-RPC 2.0 §4 and §5.1.
 */
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { isObject, type Json } from '../contract/json/json.ts'
import { MAX_BATCH } from '../protocol/rpc/answer-rpc.ts'

export type InvalidMessage = { id: string | number | null; code: -32600 | -32602; message: string }

/** Undefined when nothing is wrong with it. One message that is none makes a batch one that cannot be answered. */
export function invalidMessage(body: Json): InvalidMessage | undefined {
  if (!Array.isArray(body)) return invalidSingle(body)
  if (body.length === 0) return invalidRequest('An empty batch asks for nothing.')
  if (body.length > MAX_BATCH) return invalidRequest(`A batch holds at most ${MAX_BATCH} messages.`)
  for (const [at, message] of body.entries()) {
    const wrong = invalidSingle(message)
    if (wrong) return { ...wrong, message: `Message ${at + 1} of the batch: ${wrong.message}` }
  }
  return undefined
}

function invalidSingle(message: Json): InvalidMessage | undefined {
  if (!isObject(message) || message.jsonrpc !== '2.0')
    return invalidRequest('A message is an object with "jsonrpc": "2.0".')
  const { id, params } = message
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id))
    return invalidRequest('“id” is text or a whole number.')
  if (params !== undefined && !isObject(params))
    return { id: (id ?? null) as string | number | null, code: -32602, message: '“params” is an object.' }
  if (JSONRPCMessageSchema.safeParse(message).success) return undefined
  return invalidRequest('A request holds “jsonrpc”, “id”, “method” and “params”, and nothing besides.')
}

function invalidRequest(message: string): InvalidMessage {
  return { id: null, code: -32600, message }
}
