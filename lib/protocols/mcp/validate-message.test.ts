import { expect, test } from 'vitest'
import { messageError, paramsError } from './validate-message.ts'

const call = (params?: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', ...(params && { params }) })

test.each([
  [[], -32600, 'batch'],
  [Array(51).fill(call({ name: 'list_skills' })), -32600, '50'],
  [[call(), null], -32600, 'Message 2'],
  [null, -32600, 'object'],
  [{}, -32600, 'jsonrpc'],
  [{ jsonrpc: '2.0', id: {}, method: 'ping' }, -32600, 'id'],
  [{ jsonrpc: '2.0', id: null, method: 'ping' }, -32600, 'id'],
  [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, -32600, 'id'],
  [{ jsonrpc: '2.0', id: 1, method: 5 }, -32600, 'method'],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', more: 1 }, -32600, 'can only contain'],
  [{ ...call(), params: [] }, -32602, 'params'],
])('%j is refused as %i', (body, code, word) => {
  expect(messageError(body as never)).toMatchObject({ code, message: expect.stringContaining(word) })
})

test.each([
  [call({ name: 'list_skills' })],
  [call({ name: 'list_skills', arguments: {} })],
  [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
  [{ jsonrpc: '2.0', id: 'a', result: {} }],
  [[call()]],
])('%j is the SDK’s to read', (body) => {
  expect(messageError(body as never)).toBeUndefined()
})

const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }

test.each([
  ['initialize', undefined, 'initialize requires the protocol version of the client.'],
  ['initialize', { ...client, protocolVersion: 5 }, 'initialize requires the protocol version'],
  ['initialize', { ...client, clientInfo: undefined }, 'initialize requires the name and version'],
  ['initialize', { ...client, clientInfo: { name: 'a' } }, '“clientInfo.version” must be text.'],
  ['tools/list', { cursor: 5 }, '“cursor” must be text.'],
  ['prompts/list', { cursor: {} }, '“cursor” must be text.'],
  ['resources/list', { cursor: null }, '“cursor” must be text.'],
  ['tools/call', undefined, 'tools/call requires the name of a tool.'],
  ['tools/call', { name: 5 }, 'tools/call requires the name of a tool.'],
  ['tools/call', { name: 'a', arguments: [] }, '“arguments” must be an object.'],
  ['tools/call', { name: 'a', _meta: 5 }, '“_meta” must be an object.'],
  ['prompts/get', {}, 'prompts/get requires the name of a prompt.'],
  ['resources/read', { uri: 5 }, 'resources/read requires the uri of a resource.'],
  ['ping', { _meta: 'x' }, '“_meta” must be an object.'],
])('%s with %j is refused in a sentence', (method, params, message) => {
  const wrong = paramsError({ method, params } as never)

  expect(wrong).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(message) })
})

test.each([
  ['initialize', client],
  ['tools/list', undefined],
  ['tools/list', { cursor: 'x' }],
  ['tools/call', { name: 'a', arguments: { b: 1 }, _meta: { progressToken: 1 } }],
  ['no/method', { anything: 1 }],
  ['toString', undefined],
])('%s with %j is not', (method, params) => {
  expect(paramsError({ method, params } as never)).toBeUndefined()
})
