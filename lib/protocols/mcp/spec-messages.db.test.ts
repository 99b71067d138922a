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
} from '@modelcontextprotocol/sdk/types.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { POST } from '#app/mcp/route.ts'
import { RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { everyNth, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

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

function post(body: unknown, version?: string, more: Record<string, string> = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(version && { 'mcp-protocol-version': version }),
    ...more,
  }
  return POST(new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) }))
}

const STATELESS = '2026-07-28'

/** Sends a request as clients of 2026-07-28 do, which the examples of its pages abbreviate. */
function postStateless({ params, ...message }: JsonObject): Promise<Response> {
  const { _meta, ...rest } = (params ?? {}) as JsonObject
  const about = {
    'io.modelcontextprotocol/protocolVersion': STATELESS,
    'io.modelcontextprotocol/clientInfo': { name: 'goose', version: '1.51.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(_meta as JsonObject),
  }
  const name = message.method === 'resources/read' ? rest.uri : rest.name
  return post({ ...message, params: { ...rest, _meta: about } }, STATELESS, {
    'mcp-method': String(message.method),
    ...(typeof name === 'string' && { 'mcp-name': name }),
  })
}

async function readAnswer(answer: Response): Promise<JsonObject & { error: JsonObject }> {
  const text = await answer.text()
  const lines = text.startsWith('{') ? [`data: ${text}`] : text.split('\n')
  return JSON.parse(lines.findLast((line) => line.startsWith('data: {'))!.slice(6))
}

describe('the examples of the protocol', withCorpus(examples), () => {
  test.each(asked)('$name is answered', async ({ message, spec_version }) => {
    // A client's first request has no version yet.
    const version = message.method === 'initialize' ? undefined : spec_version
    const answer = await (version === STATELESS ? postStateless(message) : post(message, version))
    const body = await readAnswer(answer)

    // Some examples name no version.
    if (version !== undefined && !/^\d/.test(version)) {
      expect(answer.status).toBe(400)
      return expect(body.error.message).toMatch(/2025-11-25|MCP-Protocol-Version/)
    }
    // Since 2026-07-28 the status tells of an error that was found before the call.
    expect(version === STATELESS && body.error ? [200, 400, 404] : [200]).toContain(answer.status)
    expect(JSONRPCMessageSchema.parse(body)).toMatchObject({ id: message.id })
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
test('a first contact with server/discover learns the version, the capabilities and how long that holds', async () => {
  const answer = await postStateless({ jsonrpc: '2.0', id: 0, method: 'server/discover' })

  expect([answer.status, await readAnswer(answer)]).toEqual([
    200,
    {
      jsonrpc: '2.0',
      id: 0,
      result: expect.objectContaining({
        resultType: 'complete',
        supportedVersions: [STATELESS],
        capabilities: expect.objectContaining({
          tools: { listChanged: true },
          resources: expect.objectContaining({ listChanged: true }),
          prompts: { listChanged: true },
        }),
        ttlMs: expect.any(Number),
        cacheScope: 'public',
      }),
    },
  ])
})

test('clients of both eras are answered at the same address', async () => {
  const lists = await readAnswer(await postStateless({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))
  const clientInfo = { name: 'goose', version: '1.51.0' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const begun = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })

  expect(lists).toMatchObject({
    result: { tools: expect.arrayContaining([expect.anything()]), cacheScope: 'private' },
  })
  expect(await begun.json()).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } })
})

test('a version that does not exist is refused with the ones that do, so that clients fall back', async () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2031-01-01',
    'io.modelcontextprotocol/clientInfo': { name: 'future', version: '9' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const answer = await post(
    { jsonrpc: '2.0', id: 'a', method: 'server/discover', params: { _meta } },
    '2031-01-01',
  )

  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { id: 'a', error: { code: -32022, data: { supported: [STATELESS], requested: '2031-01-01' } } },
  ])
})

test.each([
  ['another method than the header names', { 'mcp-method': 'tools/call' }],
  ['another version than the header names', { 'mcp-protocol-version': '2025-11-25' }],
])('a message of %s is refused, because a gateway may have let it pass by its headers', async (_, wrong) => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': STATELESS,
    'io.modelcontextprotocol/clientInfo': { name: 'odd', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = { 'mcp-method': 'tools/list', ...wrong }
  const answer = await post(
    { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } },
    STATELESS,
    headers,
  )

  expect([answer.status, await answer.json()]).toMatchObject([400, { id: 1, error: { code: -32020 } }])
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
