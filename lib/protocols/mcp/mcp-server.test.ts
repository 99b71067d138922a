// Connects the SDK's client directly to the server of one request, whose database fails.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { log } from '../../kernel/logging/log.ts'
import { mcpServer } from './mcp-server.ts'

// These tests cause errors on purpose, and each would be logged.
log.level = 'silent'

const SECRET = 'connect ECONNREFUSED 10.0.0.7:5432'

const broken = new Proxy({} as Context['db'], {
  get() {
    throw new TypeError(SECRET)
  },
})

async function connect(): Promise<Client> {
  const ctx = { viewer: null, db: broken, channel: 'mcp' } as unknown as Context
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const request = {
    natives: new Map([['a__b__c', 'a.b.c']]),
    session: '',
    text: 'null',
    body: null,
    form: 'structured' as const,
    origin: 'http://localhost:3000',
  }
  await mcpServer(ctx, request).connect(ours)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(theirs)
  return client
}

test.each<[string, (client: Client) => Promise<unknown>]>([
  ['the list of tools', (client) => client.listTools()],
  ['the list of resources', (client) => client.listResources()],
  ['a resource', (client) => client.readResource({ uri: 'skill://a.b.c/SKILL.md' })],
  ['the list of prompts', (client) => client.listPrompts()],
  ['a prompt', (client) => client.getPrompt({ name: 'a.b.c' })],
])('an internal error in %s reveals only its reference', async (_, ask) => {
  const refused = await ask(await connect()).then(String, (thrown: Error) => thrown)

  expect(refused).toMatchObject({
    code: -32603,
    message: expect.stringContaining('Something went wrong on our side.'),
    data: { code: 'INTERNAL_ERROR', recoverable: false, reference: expect.stringMatching(/^[0-9a-f]{10}$/) },
  })
  expect(JSON.stringify(refused) + String(refused)).not.toContain(SECRET)
})

test('an invalid value in the _meta of a call is a refusal that the model can read', async () => {
  const call = { name: 'a__b__c', arguments: {}, _meta: { 'guildhall/idempotency_key': 7 } }

  expect(await (await connect()).callTool(call)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('_meta') }],
    _meta: { 'guildhall/error': { code: 'INVALID_INPUT' } },
  })
})

test.each<[string, (client: Client) => Promise<unknown>]>([
  ['an unknown tool', (client) => client.callTool({ name: 'none' })],
  ['a resource of another place', (client) => client.readResource({ uri: 'file:///etc/passwd' })],
  ['an invalid cursor', (client) => client.listResources({ cursor: 'x' })],
])('%s is refused with the whole error', async (_, ask) => {
  await expect(ask(await connect())).rejects.toMatchObject({
    code: -32602,
    data: { code: 'INVALID_INPUT', message: expect.any(String), recoverable: true },
  })
})
