// Clients that people use, each as its documentation connects it: it lists tools, calls one, and pays.
import { createMCPClient } from '@ai-sdk/mcp'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import {
  connectMcp,
  makeKey,
  ORIGIN,
  publishHandler,
  serveMcp,
  toolNameOf,
} from '../../testing/setup/protocols/mcp-client.ts'

beforeAll(() => void vi.stubEnv('NEXTAUTH_SECRET', 'a secret of this test'))

const PAID = { pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' } } as const

type Tried = {
  version?: string | undefined
  tools: string[]
  call: (args: Record<string, unknown>) => Promise<unknown>
}

async function connectSdk(key: string, query: string, options: ClientOptions): Promise<Tried> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  client.setRequestHandler('elicitation/create', async () => ({
    action: 'accept',
    content: { name: 'Grace' },
  }))
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const url = new URL(`/mcp${query}`, ORIGIN)
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: serveMcp, requestInit }))
  const { tools } = await client.listTools()
  const name = tools.at(-1)!.name
  return {
    version: client.getNegotiatedProtocolVersion(),
    tools: tools.map((tool) => tool.name),
    call: (args) => client.callTool({ name, arguments: args }),
  }
}

const ASKS = { capabilities: { elicitation: { form: {} } } }

const CLIENTS: Record<string, (key: string, query: string) => Promise<Tried>> = {
  'the SDK v1': async (key, query) => {
    const client = await connectMcp(key, query)
    const { tools } = await client.listTools()
    const name = tools.at(-1)!.name
    return {
      version: '2025-11-25',
      tools: tools.map((tool) => tool.name),
      call: (args) => client.callTool({ name, arguments: args }),
    }
  },
  'the SDK v2 of the old era': (key, query) => connectSdk(key, query, ASKS),
  'the SDK v2 that chooses the era': (key, query) =>
    connectSdk(key, query, { ...ASKS, versionNegotiation: { mode: 'auto' } }),
  'the SDK v2 of the new era': (key, query) =>
    connectSdk(key, query, { ...ASKS, versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  'the AI SDK': async (key, query) => {
    const client = await createMCPClient({
      transport: {
        type: 'http',
        url: `${ORIGIN}/mcp${query}`,
        headers: { authorization: `Bearer ${key}` },
        fetch: (input, init) => serveMcp(input as string | URL, init),
      },
    })
    const tools = await client.tools()
    const [name, tool] = Object.entries(tools).at(-1)!
    const options = { toolCallId: name, messages: [], context: {} }
    return { tools: Object.keys(tools), call: async (args) => tool.execute(args as never, options as never) }
  },
}

describe.each(Object.entries(CLIENTS))('%s', (_, connect) => {
  test('lists the tools, calls one, and pays for it', async () => {
    const skill = await publishHandler(undefined, PAID)
    const { ctx, key } = await makeKey()
    const { organisationId } = ctx.viewer!
    await fundWallet(organisationId, '1')

    const { tools, call } = await connect(key, `?skills=${skill}`)

    expect(tools).toContain('list_skills')
    expect(tools.at(-1)).toBe(toolNameOf(skill))
    expect(await call({ name: 'Ada' })).toMatchObject({ structuredContent: { message: 'Hello, Ada!' } })
    const run = await database().run.findFirst({ where: { organisationId }, select: { chargedMicros: true } })
    expect(run).toEqual({ chargedMicros: 50_000n })
  })

  test('gets a refusal that its model can read', async () => {
    const { key } = await makeKey()
    const skill = await publishHandler(undefined, { parameters: WITH_ROWS, examples: [] })

    const { call } = await connect(key, `?skills=${skill}`)

    expect(await call({})).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('rows') }],
    })
  })

  test('gets the shape of a large output and where it is, which its schema allows', async () => {
    const { key } = await makeKey()
    const skill = await publishHandler(MANY_ROWS, { response: CLOSED_RESPONSE })

    const { call } = await connect(key, `?skills=${skill}`)

    const result = await call({ name: 'Ada' })
    expect(result).toMatchObject({
      content: [
        { type: 'text', text: expect.stringContaining('read_blob') },
        { type: 'resource_link', uri: expect.stringMatching(/^blob:/), mimeType: 'application/json' },
      ],
      structuredContent: {
        run_id: expect.any(String),
        output_shape: { properties: { rows: { type: 'array', count: 3_000 } } },
        output_blobs: [expect.stringMatching(/^blob:/)],
      },
    })
    expect(JSON.stringify(result).length).toBeLessThan(4_000)
  })
})

const MANY_ROWS = `async function handler({ parameters }) {
  const row = (name) => ({ name, below: [{ name }] })
  return { message: 'Done.', rows: Array.from({ length: 3000 }, (_, index) => row(parameters.name + index)) }
}`

/** Closed, with references to itself, and with a field of the name that reports have. */
const CLOSED_RESPONSE: JsonObject = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    rows: { type: 'array', items: { $ref: '#/$defs/row' } },
    summary: { type: 'integer' },
  },
  required: ['message', 'rows'],
  additionalProperties: false,
  $defs: {
    row: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        below: { type: 'array', items: { $ref: '#/$defs/row' } },
      },
      additionalProperties: false,
    },
  },
}

/** No form can ask for a list of objects. */
const WITH_ROWS: JsonObject = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'object' } } },
  required: ['rows'],
}

test.each([
  ['the SDK v2 of the old era', '2025-11-25'],
  ['the SDK v2 that chooses the era', '2026-07-28'],
  ['the SDK v2 of the new era', '2026-07-28'],
])('%s speaks %s', async (name, version) => {
  expect((await CLIENTS[name]!((await makeKey()).key, '')).version).toBe(version)
})

test.each(['the SDK v2 that chooses the era', 'the SDK v2 of the new era'])(
  '%s asks its user for what a call lacks',
  async (name) => {
    const skill = await publishHandler()
    const { call } = await CLIENTS[name]!((await makeKey()).key, `?skills=${skill}`)

    expect(await call({})).toMatchObject({ structuredContent: { message: 'Hello, Grace!' } })
  },
)

/**
 * The order of the first messages in a public recording of 3 November 2026
 * (cljdoc.org/d/io.github.joshrotenberg/presa/0.1.1/doc/what-claude-code-and-codex-send-as-mcp-clients): Claude Code
 * 2.1.317 begins with `server/discover` and goes on in the version that is offered; Codex 0.165.0 begins with
 * `initialize` of 2025-06-18.
 */
describe('the first contact of', () => {
  async function post(key: string, body: object, headers: Record<string, string>) {
    const response = await serveMcp(`${ORIGIN}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, ...(text && { body: JSON.parse(text) }) }
  }

  test('Claude Code finds the newest version, and its tools without a session', async () => {
    const { key } = await makeKey()
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'claude-code', version: '2.1.317' },
      'io.modelcontextprotocol/clientCapabilities': { roots: {}, elicitation: { form: {}, url: {} } },
    }
    const send = (id: number, method: string) =>
      post(
        key,
        { id, method, params: { _meta } },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
      )

    const discovered = await send(0, 'server/discover')
    const listed = await send(1, 'tools/list')

    expect(discovered).toMatchObject({
      status: 200,
      body: { id: 0, result: { supportedVersions: expect.arrayContaining(['2026-07-28']) } },
    })
    expect(listed.body.result.tools).toHaveLength(8)
    expect(listed.headers.has('mcp-session-id')).toBe(false)
  })

  test('Codex gets the version that it asks for, a session and its tools', async () => {
    const { key } = await makeKey()
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'codex-mcp-client', title: 'Codex', version: '0.165.0' },
    }

    const began = await post(key, { id: 0, method: 'initialize', params }, {})
    const headers = {
      'mcp-session-id': began.headers.get('mcp-session-id')!,
      'mcp-protocol-version': '2025-06-18',
    }
    const told = await post(key, { method: 'notifications/initialized' }, headers)
    const listed = await post(key, { id: 1, method: 'tools/list' }, headers)

    expect(began.body).toMatchObject({ id: 0, result: { protocolVersion: '2025-06-18' } })
    expect(told.status).toBe(202)
    expect(listed.body.result.tools).toHaveLength(8)
  })
})
