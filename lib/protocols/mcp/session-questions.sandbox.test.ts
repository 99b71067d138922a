// Tests that clients of MCP up to 2025-11-25 are asked on the stream of a call, and get the log of its run.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  type ClientCapabilities,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { expect, test, vi } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import {
  makeKey,
  ORIGIN,
  publishHandler,
  serveMcp,
  toolNameOf,
} from '../../testing/setup/protocols/mcp-client.ts'
import { nameSession } from './session-name.ts'

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string | number | boolean> }

async function connect(skill: string, capabilities: ClientCapabilities = {}, made = makeKey()) {
  const { ctx, key } = await made
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities })
  const headers = { authorization: `Bearer ${key}` }
  const url = new URL(`/mcp?skills=${skill}`, ORIGIN)
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: serveMcp, requestInit: { headers } }))
  return { ctx, key, client }
}

async function connectAsking(skill: string, answer: (params: unknown) => Answer) {
  const connected = await connect(skill, { elicitation: {} })
  const ask = vi.fn(answer)
  connected.client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ask(params))
  return { ...connected, ask }
}

test('a client of a session is asked for a missing field, and the answer runs the skill once', async () => {
  const skill = await publishHandler()
  const { ctx, client, ask } = await connectAsking(skill, () => ({
    action: 'accept',
    content: { name: 'Ada' },
  }))

  const result = await client.callTool({ name: toolNameOf(skill), arguments: {} })

  expect(ask.mock.lastCall![0]).toMatchObject({
    message: 'The skill needs one more value.',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  })
  expect(result).toMatchObject({ structuredContent: { message: 'Hello, Ada!' } })
  expect(await database().run.count({ where: { organisationId: ctx.viewer!.organisationId } })).toBe(1)
  expect(await database().mcpQuestion.count({ where: { createdAt: { gt: new Date(0) } } })).toBe(0)
})

test('a price above the limit of a call is asked for in a session, and is paid only with consent', async () => {
  const pricing = { model: 'per_job', amount: '0.05', currency: 'USDC' } as const
  const skill = await publishHandler(undefined, { pricing })
  let confirm = false
  const { ctx, client } = await connectAsking(skill, () => ({ action: 'accept', content: { confirm } }))
  await fundWallet(ctx.viewer!.organisationId, '1')
  const call = () =>
    client.callTool({
      name: 'execute_skill',
      arguments: { name: skill, args: { name: 'Ada' }, max_price: '0.01' },
    })

  expect(await call()).toMatchObject({ isError: true })
  confirm = true
  expect(await call()).toMatchObject({ structuredContent: { status: 'completed', charged: '0.05' } })
})

test.each(['decline', 'cancel'] as const)(
  'a question of a session that is answered with %s leaves the refusal, and nothing runs',
  async (action) => {
    const skill = await publishHandler()
    const { ctx, client, ask } = await connectAsking(skill, () => ({ action }))

    const result = await client.callTool({ name: toolNameOf(skill), arguments: {} })

    expect(result).toMatchObject({
      isError: true,
      _meta: { 'guildhall/error': { code: 'MISSING_REQUIRED_PARAM' } },
    })
    expect(ask).toHaveBeenCalledOnce()
    expect(await database().run.count({ where: { organisationId: ctx.viewer!.organisationId } })).toBe(0)
  },
)

test('a client of a session that cannot ask gets the refusal at once', async () => {
  const skill = await publishHandler()
  const { client } = await connect(skill)

  expect(await client.callTool({ name: toolNameOf(skill), arguments: {} })).toMatchObject({ isError: true })
})

test('the answer of another key to a question of a session is ignored', async () => {
  const skill = await publishHandler()
  const stranger = await makeKey()
  const send = async (key: string, session: string, body: object) => {
    const headers = {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': session,
    }
    return serveMcp(`${ORIGIN}/mcp?skills=${skill}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const { key } = await makeKey()
  const session = nameSession({ elicitation: {} })
  const params = { name: toolNameOf(skill), arguments: {} }
  const call = await send(key, session, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const reader = call.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('elicitation/create')) text += (await reader.read()).value ?? ''
  const [, id] = /"id":"(guildhall-question-[^"]+)"/.exec(text)!
  const answer = (name: string) => ({
    jsonrpc: '2.0',
    id,
    result: { action: 'accept', content: { name } },
  })

  expect((await send(stranger.key, session, answer('Eve'))).status).toBe(202)
  expect((await send(key, nameSession({ elicitation: {} }), answer('Eve'))).status).toBe(202)
  expect((await send(key, session, answer('Ada'))).status).toBe(202)

  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  expect(text).toContain('Hello, Ada!')
  expect(text).not.toContain('Eve')
})

test('a session gets the log of a run from the level on that it set, before the result', async () => {
  const skill = await publishHandler(`async function handler() {
    console.debug('quiet')
    console.log('begun')
    console.warn('careful')
    await new Promise((resolve) => setTimeout(resolve, 100))
    console.error('bad')
    return { message: 'done' }
  }`)
  const { client } = await connect(skill)
  const logs: unknown[] = []
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logs.push(params))
  const call = () => client.callTool({ name: toolNameOf(skill), arguments: { name: 'Ada' } })

  await call()
  expect(logs).toEqual([])
  await client.setLoggingLevel('info')
  await call()
  expect(logs).toEqual([
    { level: 'info', logger: skill, data: 'begun' },
    { level: 'warning', logger: skill, data: 'careful' },
    { level: 'error', logger: skill, data: 'bad' },
  ])
  await client.setLoggingLevel('error')
  await call()
  expect(logs).toHaveLength(4)
})

test('a session cannot set a level that does not exist', async () => {
  const { client } = await connect(await publishHandler())

  await expect(client.setLoggingLevel('loud' as never)).rejects.toMatchObject({ code: -32602 })
})
