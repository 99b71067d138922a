// Connects the SDK's client of MCP 2026-07-28 to the route handlers, Postgres and the sandbox.
import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  connectStatelessMcp,
  makeKey,
  ORIGIN,
  publishHandler,
  serveMcp,
  toolNameOf,
} from '../../testing/setup/protocols/mcp-client.ts'

test('a client of MCP 2026-07-28 lists tools, resources and prompts, and runs a skill', async () => {
  const { key } = await makeKey()
  const skill = await publishHandler()
  const client = await connectStatelessMcp(key, `?skills=${skill}`)

  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
    'list_skills',
    'describe_skill',
    'read_skill_file',
    'execute_skill',
    'run_code',
    'create_blob',
    'read_blob',
    'load_skills_protocol_guide',
    toolNameOf(skill),
  ])
  const ran = await client.callTool({ name: toolNameOf(skill), arguments: { name: 'Ada' } })
  expect(ran).toMatchObject({ structuredContent: { message: 'Hello, Ada!' } })
  const uri = `skill://${skill}/SKILL.md`
  expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri, text: expect.any(String) }] })
  expect((await client.listResources()).resources.length).toBeGreaterThan(0)
  expect((await client.listPrompts()).prompts).toEqual(expect.any(Array))
})

test('an argument that the SDK would drop reaches the skill under MCP 2026-07-28', async () => {
  const { key } = await makeKey()
  const parameters = { type: 'object', properties: {}, additionalProperties: true } as const
  const skill = await publishHandler(
    'function handler({ parameters }) { return { message: Object.keys(parameters).join() } }',
    { parameters },
  )
  const client = await connectStatelessMcp(key, `?skills=${skill}`)

  const args = JSON.parse('{"__proto__":1,"b":2}')

  expect(await client.callTool({ name: toolNameOf(skill), arguments: args })).toMatchObject({
    structuredContent: { message: '__proto__,b' },
  })
})

test('a refusal under MCP 2026-07-28 is a result that the model can read', async () => {
  const { key } = await makeKey()
  const skill = await publishHandler()
  const client = await connectStatelessMcp(key, `?skills=${skill}`)

  expect(await client.callTool({ name: toolNameOf(skill), arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('name') }],
    _meta: { 'guildhall/error': { code: 'MISSING_REQUIRED_PARAM' } },
  })
})

test('a call of MCP 2026-07-28 reports its progress, and closing its connection cancels the run', async () => {
  const { ctx, key } = await makeKey()
  const skill = await publishHandler(`async function handler({ context }) {
    context.progress(0.1, 'begun')
    await new Promise((resolve) => setTimeout(resolve, 8000))
    return { message: 'done' }
  }`)
  const client = await connectStatelessMcp(key, `?skills=${skill}`)
  const giveUp = new AbortController()
  const progress: unknown[] = []

  const called = client.callTool(
    { name: toolNameOf(skill), arguments: { name: 'Ada' } },
    {
      signal: giveUp.signal,
      onprogress: (notification) => {
        progress.push(notification)
        giveUp.abort()
      },
    },
  )

  await expect(called).rejects.toThrow()
  expect(progress).toEqual([{ progress: 0.1, total: 1, message: 'begun' }])
  const { organisationId } = ctx.viewer!
  const state = () => database().run.findFirst({ where: { organisationId }, select: { state: true } })
  await expect.poll(state).toEqual({ state: 'cancelled' })
})

test('a key without the scope to run is answered with 403 and the scope that is missing', async () => {
  const { key } = await makeKey(['read'])
  const skill = await publishHandler()
  const client = await connectStatelessMcp(key, `?skills=${skill}`)

  const called = client.callTool({ name: toolNameOf(skill), arguments: { name: 'Ada' } })

  await expect(called).rejects.toThrow(/403|scope/)
})

test.each([
  ['resources/read', {}, 'resources/read requires the uri of a resource.'],
  ['completion/complete', { ref: 5 }, '“ref” is invalid.'],
  ['prompts/get', { name: [] }, 'prompts/get requires the name of a prompt.'],
  ['tools/list', { cursor: 5 }, '“cursor” must be text.'],
])('%s with %j is refused in a sentence under MCP 2026-07-28', async (method, params, message) => {
  const response = await postStateless(method, params)

  expect(await response.json()).toMatchObject({ id: 7, error: { code: -32602, message } })
})

test.each(['initialize', 'ping'])('%s, which MCP 2026-07-28 does not have, is unknown', async (method) => {
  const response = await postStateless(method, {})

  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ id: 7, error: { code: -32601 } })
})

async function postStateless(method: string, params: object): Promise<Response> {
  const { key } = await makeKey()
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }

  return serveMcp(new URL('/mcp', ORIGIN), {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
      ...{ 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } }),
  })
}
