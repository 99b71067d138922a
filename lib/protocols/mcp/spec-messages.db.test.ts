// Tests the examples from the protocol's own pages: the SDK accepts each message, and each request of a client
// gets a well-formed answer.
import {
  CallToolResultSchema,
  EmptyResultSchema,
  GetPromptResultSchema,
  InitializeResultSchema,
  JSONRPCMessageSchema,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
  ReadResourceResultSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { POST } from '#app/mcp/route.ts'
import { RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { everyNth, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'

type Example = { name: string; spec_version: string; kind: string; message: JsonObject }

const RESULTS = {
  initialize: InitializeResultSchema,
  ping: EmptyResultSchema,
  'tools/list': ListToolsResultSchema,
  'tools/call': CallToolResultSchema,
  'prompts/list': ListPromptsResultSchema,
  'prompts/get': GetPromptResultSchema,
  'resources/list': ListResourcesResultSchema,
  'resources/templates/list': ListResourceTemplatesResultSchema,
  'resources/read': ReadResourceResultSchema,
}

const examples = readCorpus<Example>('mcp-spec-messages')
/** Requests that clients send; those from a server to its client are left out. */
const asked = everyNth(examples, 4).filter(
  ({ kind, message }) =>
    kind === 'request' && !/^(sampling|elicitation|roots)\//.test(String(message.method)),
)

let key: string
let organisationId: string
beforeAll(async () => {
  const ctx = await contextFor(await makeUser())
  organisationId = ctx.viewer!.organisationId
  key = (await createKey(ctx, { name: 'A key', scopes: ['read', 'run'], expiresInDays: 1 })).key
})

function post(body: unknown, version?: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(version && { 'mcp-protocol-version': version }),
  }
  return POST(new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) }))
}

describe('the examples of the protocol', withCorpus(examples), () => {
  test.each(asked)('$name is answered', async ({ message, spec_version }) => {
    // A client's first request has no version yet.
    const version = message.method === 'initialize' ? undefined : spec_version
    const answer = await post(message, version)
    const text = await answer.text()
    const body = JSON.parse(
      text.startsWith('{')
        ? text
        : text
            .split('\n')
            .findLast((line) => line.startsWith('data: {'))!
            .slice(6),
    )

    const isSpoken = message.method === 'initialize' || SUPPORTED_PROTOCOL_VERSIONS.includes(spec_version)
    // A newer version is refused in a way that makes clients fall back to an older one. What is no version is refused
    // with the list of supported ones (Transports, Protocol Version Header).
    const isVersion = /^\d/.test(spec_version)
    expect(answer.status).toBe(isSpoken || isVersion ? 200 : 400)
    if (!isSpoken) expect(body.error.message).toContain('2025-11-25')
    if (!isSpoken && !isVersion) return
    expect(JSONRPCMessageSchema.parse(body)).toMatchObject({ id: message.id })
    if (!isSpoken) return expect(body.error.code).toBe(-32601)
    const schema = RESULTS[message.method as keyof typeof RESULTS]
    if ('result' in body) schema.parse(body.result)
    else expect(body.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
  })
})

describe('params that do not fit', () => {
  const listing = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { cursor: 5 } }

  test.each([
    ['a cursor that is not a string', listing, '“cursor” must be text.'],
    ['an unknown cursor', { ...listing, params: { cursor: 'x' } }, 'single page'],
    ['a forged cursor', { ...listing, method: 'resources/list', params: { cursor: 'x' } }, 'cursor'],
    ['params that are not an object', { ...listing, params: [] }, '“params” must be an object.'],
    ['an empty initialize', { ...listing, method: 'initialize', params: {} }, 'initialize requires'],
  ])('%s is reported to the request that sent it', async (_, request, message) => {
    const answer = await post(request)

    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        jsonrpc: '2.0',
        id: 7,
        error: expect.objectContaining({ code: -32602, message: expect.stringContaining(message) }),
      },
    ])
  })

  test('do not affect the other messages of a batch', async () => {
    const answer = await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }, listing])

    expect(await answer.json()).toMatchObject([
      { id: 1, result: {} },
      { id: 7, error: { code: -32602, data: { code: 'INVALID_INPUT', details: [{ path: '/cursor' }] } } },
    ])
  })
})

/** As recorded of Claude Code 2.1.317, and as Goose 1.51 sends it: without a session and before any `initialize`. */
test.each([
  ['server/discover', 0],
  ['tools/list', 'first'],
])('%s of MCP 2026-07-28 gets "method not found", and initialize then works', async (method, id) => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'goose', version: '1.51.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }

  const refused = await post({ jsonrpc: '2.0', id, method, params: { _meta } }, '2026-07-28')

  expect(refused.status).toBe(200)
  expect(await refused.json()).toEqual({
    jsonrpc: '2.0',
    id,
    error: { code: -32601, message: expect.stringContaining('initialize') },
  })
  const clientInfo = { name: 'goose', version: '1.51.0' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const begun = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  expect(await begun.json()).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } })
})

test('each message of a batch counts as a call', async () => {
  const batch = Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
  const counted = async () => {
    const rows = await database().rateLimit.findMany({ where: { key: { contains: organisationId } } })
    return rows.reduce((sum, { points }) => sum + points, 0)
  }
  // A new window begins here, because the current one could otherwise end during the test.
  await database().rateLimit.deleteMany({ where: { key: { contains: organisationId } } })

  expect(await (await post(batch)).json()).toHaveLength(50)

  expect(await counted()).toBe(50)
})

test('a batch with more calls than the key has left is refused entirely', async () => {
  const { id } = await database().apiKey.findFirstOrThrow({ where: { organisationId } })
  // Other tests call at the same time, so only this key's counter is set.
  await database().rateLimit.updateMany({
    where: { key: { contains: id } },
    data: { points: RATE_LIMITS.callByKey.points - 2, expire: BigInt(Date.now() + 60_000) },
  })
  const batch = Array.from({ length: 3 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))

  const refused = await post(batch)

  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
})
