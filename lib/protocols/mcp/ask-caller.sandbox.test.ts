// Calls skills by the SDK's client of MCP 2026-07-28, which answers questions as its user would.
import type { ElicitRequest } from '@modelcontextprotocol/client'
import { beforeAll, expect, test, vi } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import {
  connectStatelessMcp,
  makeKey,
  publishHandler,
  serveMcp,
  toolNameOf,
} from '../../testing/setup/protocols/mcp-client.ts'

beforeAll(() => void vi.stubEnv('NEXTAUTH_SECRET', 'a secret of this test'))

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string | number | boolean> }

async function connectAsking(skill: string, answer: (asked: ElicitRequest) => Answer) {
  const { ctx, key } = await makeKey()
  const ask = vi.fn(answer)
  const client = await connectStatelessMcp(key, `?skills=${skill}`, {
    capabilities: { elicitation: { form: {}, url: {} } },
  })
  client.setRequestHandler('elicitation/create', async (request) => ask(request))
  return { ctx, key, client, ask }
}

const accept = (content: Answer['content']): Answer => ({ action: 'accept', content })

const PAID = { pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' } } as const

test('a missing field is asked for with its schema, and the answer runs the skill', async () => {
  const skill = await publishHandler()
  const { client, ask } = await connectAsking(skill, () => accept({ name: 'Ada' }))

  const result = await client.callTool({ name: toolNameOf(skill), arguments: {} })

  expect(ask.mock.lastCall![0].params).toMatchObject({
    message: 'The skill needs one more value.',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  })
  expect(result).toMatchObject({ structuredContent: { message: 'Hello, Ada!' } })
})

test('a missing field of execute_skill is asked for, too', async () => {
  const skill = await publishHandler()
  const { client } = await connectAsking(skill, () => accept({ name: 'Grace' }))

  const result = await client.callTool({ name: 'execute_skill', arguments: { name: skill, args: {} } })

  expect(result).toMatchObject({ structuredContent: { output: { message: 'Hello, Grace!' } } })
})

test('a missing field that is an object of plain values has a form of its own', async () => {
  const address = {
    type: 'object',
    description: 'Where is it sent to?',
    properties: { city: { type: 'string' } },
    required: ['city'],
  }
  const parameters = { type: 'object', properties: { address }, required: ['address'] }
  const skill = await publishHandler(
    'function handler({ parameters }) { return { message: parameters.address.city } }',
    { parameters, examples: [] },
  )
  const { client, ask } = await connectAsking(skill, () => accept({ city: 'Graz' }))

  const result = await client.callTool({ name: toolNameOf(skill), arguments: {} })

  expect(ask.mock.lastCall![0].params).toMatchObject({
    message: 'Where is it sent to?',
    requestedSchema: { properties: { city: { type: 'string' } }, required: ['city'] },
  })
  expect(result).toMatchObject({ structuredContent: { message: 'Graz' } })
})

test('a question that is declined leaves the refusal, and nothing runs', async () => {
  const skill = await publishHandler()
  const { ctx, client, ask } = await connectAsking(skill, () => ({ action: 'decline' }))

  const result = await client.callTool({ name: toolNameOf(skill), arguments: {} })

  expect(result).toMatchObject({
    isError: true,
    _meta: { 'guildhall/error': { code: 'MISSING_REQUIRED_PARAM' } },
  })
  expect(ask).toHaveBeenCalledOnce()
  expect(await database().run.count({ where: { organisationId: ctx.viewer!.organisationId } })).toBe(0)
})

test('a field that no form can ask for is refused as before', async () => {
  const parameters = {
    type: 'object',
    properties: { rows: { type: 'array', items: { type: 'object' } } },
    required: ['rows'],
  }
  const skill = await publishHandler(undefined, { parameters })
  const { client, ask } = await connectAsking(skill, () => accept({}))

  expect(await client.callTool({ name: toolNameOf(skill), arguments: {} })).toMatchObject({ isError: true })
  expect(ask).not.toHaveBeenCalled()
})

test('a price above the limit of the call is asked for, and is paid only with consent', async () => {
  const skill = await publishHandler(undefined, PAID)
  let confirm = false
  const { ctx, client, ask } = await connectAsking(skill, () => accept({ confirm }))
  await fundWallet(ctx.viewer!.organisationId, '1')
  const call = () =>
    client.callTool({
      name: toolNameOf(skill),
      arguments: { name: 'Ada' },
      _meta: { 'guildhall/max_price': '0.01' },
    })

  expect(await call()).toMatchObject({
    isError: true,
    _meta: { 'guildhall/error': { code: 'PAYMENT_REQUIRED' } },
  })
  confirm = true
  const paid = await call()

  expect(ask.mock.lastCall![0].params).toMatchObject({
    message: 'This run costs up to 0.05 USDC, more than the 0.01 you allow.',
    requestedSchema: { properties: { confirm: { title: 'Run it for up to 0.05 USDC' } } },
  })
  expect(paid).toMatchObject({
    structuredContent: { message: 'Hello, Ada!' },
    _meta: { 'guildhall/charged': '0.05' },
  })
})

test('an empty wallet is answered with the page where a person adds funds', async () => {
  const skill = await publishHandler(undefined, PAID)
  const { client, ask } = await connectAsking(skill, () => ({ action: 'cancel' }))

  await client.callTool({ name: toolNameOf(skill), arguments: { name: 'Ada' } })

  expect(ask.mock.lastCall![0].params).toMatchObject({
    mode: 'url',
    url: 'http://localhost:3000/settings/wallet',
  })
})

const ABOUT = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
}

async function post(key: string, skill: string, params: object) {
  const response = await serveMcp(`http://localhost:3000/mcp?skills=${skill}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': toolNameOf(skill),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: toolNameOf(skill), arguments: {}, ...params, _meta: ABOUT },
    }),
  })
  // The answer is a stream, whose last event is the result.
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  return JSON.parse(lines.at(-1)!.slice('data: '.length))
}

test('an answer that is sent twice runs and charges once', async () => {
  const skill = await publishHandler(undefined, PAID)
  const { ctx, key } = await makeKey()
  await fundWallet(ctx.viewer!.organisationId, '1')
  const { result } = await post(key, skill, {})
  const inputResponses = { $fields: { action: 'accept', content: { name: 'Ada' } } }
  const answered = { requestState: result.requestState, inputResponses }

  const both = await Promise.all([post(key, skill, answered), post(key, skill, answered)])

  expect(result).toMatchObject({ resultType: 'input_required' })
  expect(both).toMatchObject([
    { result: { structuredContent: { message: 'Hello, Ada!' } } },
    { result: { structuredContent: { message: 'Hello, Ada!' } } },
  ])
  const { organisationId } = ctx.viewer!
  expect(
    await database().run.findMany({ where: { organisationId }, select: { chargedMicros: true } }),
  ).toEqual([{ chargedMicros: 50_000n }])
})

test.each<[string, (state: string) => { requestState: string; arguments?: object }]>([
  ['was changed', (state) => ({ requestState: `${state.slice(0, -4)}AAAA` })],
  ['belongs to other arguments', (state) => ({ requestState: state, arguments: { name: 'Eve' } })],
])('a state that %s is refused, and nothing runs', async (_, change) => {
  const skill = await publishHandler()
  const { ctx, key } = await makeKey()
  const { result } = await post(key, skill, {})

  const refused = await post(key, skill, {
    ...change(result.requestState),
    inputResponses: { $fields: { action: 'accept', content: { name: 'Ada' } } },
  })

  expect(refused).toMatchObject({ error: { code: -32602 } })
  expect(await database().run.count({ where: { organisationId: ctx.viewer!.organisationId } })).toBe(0)
})

test('the state of another key is refused', async () => {
  const skill = await publishHandler()
  const { result } = await post((await makeKey()).key, skill, {})

  const refused = await post((await makeKey()).key, skill, { requestState: result.requestState })

  expect(refused).toMatchObject({ error: { code: -32602 } })
})
