import { expect, test } from 'vitest'
import { invalidMessage } from './invalid-message.ts'

const call = (params?: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', ...(params && { params }) })

test.each([
  [[], -32600, 'batch'],
  [Array(51).fill(call({ name: 'list_skills' })), -32600, '50'],
  [null, -32600, 'object'],
  [{}, -32600, 'jsonrpc'],
  [{ jsonrpc: '2.0', id: {}, method: 'ping' }, -32600, 'id'],
  [call(), -32602, 'name'],
  [call({ name: 5 }), -32602, 'name'],
  [{ ...call({ name: 5 }), method: 'prompts/get' }, -32602, 'name of a prompt'],
  [{ ...call(), method: 'resources/read' }, -32602, 'uri'],
  [call({ name: 'list_skills', arguments: [] }), -32602, 'arguments'],
])('%j is refused as %i', (body, code, word) => {
  expect(invalidMessage(body as never)).toMatchObject({ code, message: expect.stringContaining(word) })
})

test.each([
  [call({ name: 'list_skills' })],
  [call({ name: 'list_skills', arguments: {} })],
  [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
  [{ jsonrpc: '2.0', id: 'a', result: {} }],
  [[call()]],
])('%j is the SDK’s to read', (body) => {
  expect(invalidMessage(body as never)).toBeUndefined()
})
