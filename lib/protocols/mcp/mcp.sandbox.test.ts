// Connects the SDK's own client to the route handlers, Postgres and the sandbox, with no server in between.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { connectMcp, makeKey, publishHandler, toolNameOf } from '../../testing/setup/protocols/mcp-client.ts'

test('a client with a key finds the eight tools, and each answers', async () => {
  const { key } = await makeKey(['read', 'run', 'write'])
  const client = await connectMcp(key)
  const name = await publishHandler()

  const { tools } = await client.listTools()
  expect(tools.map((tool) => tool.name)).toEqual([
    'list_skills',
    'describe_skill',
    'read_skill_file',
    'execute_skill',
    'run_code',
    'create_blob',
    'read_blob',
    'load_skills_protocol_guide',
  ])
  const described = await client.callTool({ name: 'describe_skill', arguments: { name } })
  expect(described).toMatchObject({ structuredContent: { skill: { name } } })
  const run = await client.callTool({ name: 'execute_skill', arguments: { name, args: { name: 'Ada' } } })
  expect(run).toMatchObject({
    structuredContent: { status: 'completed', output: { message: 'Hello, Ada!' } },
  })
  const stored = (await client.callTool({
    name: 'create_blob',
    arguments: { content: 'ä', kind: 'text/plain' },
  })) as CallToolResult
  const { blob_id } = stored.structuredContent as { blob_id: string }
  const { contents } = await client.readResource({ uri: blob_id.replace('blob:', 'blob://') })
  expect(contents).toMatchObject([{ text: 'ä' }])
})

test('a client with ?text=full gets JSON as text, and no output schemas to check it against', async () => {
  const { key } = await makeKey()
  const skill = await publishHandler()
  const client = await connectMcp(key, `?text=full&skills=${skill}`)

  const { tools } = await client.listTools()
  expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([])
  const run = await client.callTool({ name: toolNameOf(skill), arguments: { name: 'Ada' } })
  expect(run.content).toEqual([{ type: 'text', text: '{"message":"Hello, Ada!"}' }])
  expect(run.structuredContent).toBeUndefined()
})

describe('a chosen skill', () => {
  test('is a tool with its own contract, and its result matches it', async () => {
    const { key } = await makeKey()
    const skill = await publishHandler()
    const client = await connectMcp(key, `?skills=${skill}`)

    const tool = (await client.listTools()).tools.at(-1)!
    expect(tool).toMatchObject({
      name: toolNameOf(skill),
      inputSchema: { type: 'object', required: ['name'] },
      outputSchema: { type: 'object' },
      _meta: { 'guildhall/contract_hash': expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    // The client itself validates the result against the schema.
    const result = await client.callTool({ name: tool.name, arguments: { name: 'Ada' } })
    expect(result).toMatchObject({ structuredContent: { message: 'Hello, Ada!' } })
    expect(result.isError).toBeUndefined()
  })

  test('returns a large output whole to a caller that asks for it, and its blob has it otherwise', async () => {
    const { key } = await makeKey()
    const skill = await publishHandler(
      `async function handler() { return { message: 'Done.', rows: Array.from({ length: 3000 }, (_, n) => ({ row: n })) } }`,
    )
    const client = await connectMcp(key, `?skills=${skill}`)
    await client.listTools()
    const call = async (maxTokens: number) => {
      const _meta = { 'guildhall/max_output_tokens': maxTokens }
      const name = toolNameOf(skill)
      return (await client.callTool({ name, arguments: { name: 'Ada' }, _meta })) as CallToolResult
    }

    const whole = (await call(1_000_000)).structuredContent as { rows: object[] }
    expect(whole.rows).toHaveLength(3_000)
    const { content, structuredContent } = await call(8_000)
    expect(structuredContent).not.toHaveProperty('rows')
    const link = content.find(({ type }) => type === 'resource_link') as { uri: string }
    const [read] = (await client.readResource({ uri: link.uri })).contents as { text: string }[]
    expect(JSON.parse(read!.text)).toEqual(whole)
  })

  test('never embeds an output that is over the limit of its caller', async () => {
    const { key } = await makeKey()
    const skill = await publishHandler(`async function handler() { return { message: 'x'.repeat(1000) } }`)
    const client = await connectMcp(key, `?skills=${skill}`)
    const own = await client.callTool({
      ...{ name: toolNameOf(skill), arguments: { name: 'Ada' } },
      _meta: { 'guildhall/max_output_tokens': 100 },
    })
    const reported = await client.callTool({
      name: 'execute_skill',
      arguments: { name: skill, args: { name: 'Ada' }, max_output_tokens: 100 },
    })

    for (const { content } of [own, reported] as CallToolResult[])
      expect(content.map(({ type }) => type)).toEqual(['text', 'resource_link'])
  })

  test('refuses invalid input with a message for the model', async () => {
    const { key } = await makeKey()
    const skill = await publishHandler()
    const client = await connectMcp(key, `?skills=${skill}`)
    // After this, the client knows the tool's output schema and validates structured content against it.
    await client.listTools()

    const result = await client.callTool({ name: toolNameOf(skill), arguments: {} })

    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('name') }],
      _meta: { 'guildhall/error': { code: 'MISSING_REQUIRED_PARAM' } },
    })
    expect(result.structuredContent).toBeUndefined()
  })

  test('accepts an idempotency key as long as on any channel, and rejects invalid ones', async () => {
    const { key } = await makeKey()
    const skill = await publishHandler()
    const client = await connectMcp(key, `?skills=${skill}`)
    const call = (idempotencyKey: string) =>
      client.callTool({
        name: toolNameOf(skill),
        arguments: { name: 'Ada' },
        _meta: { 'guildhall/idempotency_key': idempotencyKey },
      })
    const runOf = async () => (await call('k'.repeat(255)))._meta?.['guildhall/run_id']

    expect(await runOf()).toBe(await runOf())
    expect(await call('k'.repeat(256))).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('idempotency_key') }],
    })
  })

  test('reports its progress, and is cancelled by its caller', async () => {
    const { ctx, key } = await makeKey()
    const skill = await publishHandler(`async function handler({ context }) {
      context.progress(0.1, 'begun')
      await new Promise((resolve) => setTimeout(resolve, 8000))
      return { message: 'done' }
    }`)
    const client = await connectMcp(key, `?skills=${skill}`)
    const giveUp = new AbortController()
    const progress: unknown[] = []

    const called = client.callTool({ name: toolNameOf(skill), arguments: { name: 'Ada' } }, undefined, {
      signal: giveUp.signal,
      onprogress: (notification) => {
        progress.push(notification)
        giveUp.abort()
      },
    })

    await expect(called).rejects.toThrow()
    expect(progress).toEqual([{ progress: 0.1, total: 1, message: 'begun' }])
    const { organisationId } = ctx.viewer!
    const state = () => database().run.findFirst({ where: { organisationId }, select: { state: true } })
    await expect.poll(state).toEqual({ state: 'cancelled' })
  })

  test('reports the parts that a skill emits, in order and before the result', async () => {
    const { key } = await makeKey()
    const skill = await publishHandler(
      `async function handler({ context }) {
        context.progress(0.5, 'half')
        await new Promise((resolve) => setTimeout(resolve, 700))
        for (const word of ['a', 'b', 'c']) context.emit({ word })
        return { message: 'done' }
      }`,
      { stream: { type: 'object', properties: { word: { type: 'string' } } } },
    )
    const client = await connectMcp(key, `?skills=${skill}`)
    const progress: unknown[] = []

    await client.callTool({ name: toolNameOf(skill), arguments: { name: 'Ada' } }, undefined, {
      onprogress: (notification) => progress.push(notification),
    })

    expect(progress).toEqual([
      { progress: 0.5, total: 1, message: 'half' },
      { progress: 1, message: '{"word":"a"}' },
      { progress: 2, message: '{"word":"b"}' },
      { progress: 3, message: '{"word":"c"}' },
    ])
  })
})
