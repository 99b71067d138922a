import { expect, test } from 'vitest'
import { newerProtocolError } from './newer-protocol.ts'

const META = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'claude-code', version: '2.1.317' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {}, roots: {} },
  },
}
const NEWER = { 'mcp-protocol-version': '2026-07-28' }
const message = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
})
const check = (headers: Record<string, string>, body: unknown) =>
  newerProtocolError(new Headers(headers), body as never)

test.each([
  ['server/discover of Claude Code', NEWER, message('server/discover', META, 0), 0],
  ['server/discover with a text as id', NEWER, message('server/discover', META, 'a'), 'a'],
  ['server/discover without a version', {}, message('server/discover'), 1],
  ['server/discover on stdio, sent on without the header', {}, message('server/discover', META), 1],
  ['a list without initialize', { ...NEWER, 'mcp-method': 'tools/list' }, message('tools/list', META), 1],
  ['a call without initialize', NEWER, message('tools/call', { name: 'x', arguments: {}, ...META }), 1],
  ['subscriptions/listen', NEWER, message('subscriptions/listen', META), 1],
  ['a header without _meta', NEWER, message('ping'), 1],
  ['a version that does not exist yet', { 'mcp-protocol-version': '2027-01-31' }, message('ping'), 1],
])('%s is answered with "method not found" and its own id', (_what, headers, body, id) => {
  expect(check(headers, body)).toEqual({
    id,
    code: -32601,
    message: 'Method not found. This server supports MCP up to 2025-11-25: start with initialize.',
  })
})

test.each([
  [
    'initialize that asks for the newest version',
    NEWER,
    message('initialize', { protocolVersion: '2026-07-28' }),
  ],
  ['a request of a supported version', { 'mcp-protocol-version': '2025-11-25' }, message('tools/list')],
  ['a request without a version', {}, message('tools/list')],
  ['a version that is no date', { 'mcp-protocol-version': 'zzz' }, message('tools/list')],
  ['a notification', NEWER, { jsonrpc: '2.0', method: 'notifications/cancelled', params: META }],
  ['a batch', NEWER, [message('server/discover', META)]],
  ['an id that is no id', NEWER, message('server/discover', META, {})],
  ['_meta that is a text', {}, message('tools/list', { _meta: 'x' })],
])('%s is not treated as a newer request', (_what, headers, body) => {
  expect(check(headers as Record<string, string>, body)).toBeUndefined()
})
