import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test } from 'vitest'
import { connectMcp, makeKey, publishHandler, toolNameOf } from '../../testing/setup/protocols/mcp-client.ts'

const writes = (content: string, kind: string) =>
  publishHandler(
    `async function handler({ context }) {
      return { message: await context.blobs.write(${content}, '${kind}') }
    }`,
    { parameters: { type: 'object' }, examples: [] },
  )

/** Calls the skill as a tool of its own and by execute_skill. Returns the content that its blob adds to each result. */
async function contentOf(skill: string) {
  const client = await connectMcp((await makeKey()).key, `?skills=${skill}`)
  const calls = [
    { name: toolNameOf(skill), arguments: {} },
    { name: 'execute_skill', arguments: { name: skill, args: {} } },
  ]
  const results = await Promise.all(calls.map((call) => client.callTool(call) as Promise<CallToolResult>))
  return { client, contents: results.map(({ content }) => content.slice(1)) }
}

test('a blob that a run wrote is a link in its result, which can be read', async () => {
  const { client, contents } = await contentOf(await writes("'a,b\\n'.repeat(2000)", 'text/csv'))

  for (const [link] of contents) {
    expect(link).toMatchObject({ type: 'resource_link', mimeType: 'text/csv', size: 8000 })
    const { uri } = link as { uri: string }
    expect(await client.readResource({ uri })).toMatchObject({
      contents: [{ text: expect.stringContaining('a,b'), mimeType: 'text/csv' }],
    })
  }
})

test('a short text that a run wrote is in its result', async () => {
  const { contents } = await contentOf(await writes("'a,b'", 'text/csv'))
  const resource = { uri: expect.stringMatching(/^blob:\/\//), mimeType: 'text/csv', text: 'a,b' }

  expect(contents).toEqual([[{ type: 'resource', resource }], [{ type: 'resource', resource }]])
})

test('a small picture that a run wrote is in its result, with a link to it', async () => {
  const { contents } = await contentOf(await writes('new Uint8Array([137, 80, 78, 71])', 'image/png'))
  const picture = { type: 'image', data: 'iVBORw==', mimeType: 'image/png' }

  for (const content of contents)
    expect(content).toMatchObject([picture, { type: 'resource_link', mimeType: 'image/png', size: 4 }])
})

/** Other tests publish skills, too, which may fill the first pages. */
async function listEveryPage<Item>(
  list: (cursor?: string) => Promise<{ items: Item[]; nextCursor?: string }>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await list(cursor)
    all.push(...items)
    cursor = nextCursor
  } while (cursor)
  return all
}

describe('resources and prompts', () => {
  test('are the files of skills, and instruction skills', async () => {
    const client = await connectMcp((await makeKey(['read'])).key)
    const resources = await listEveryPage(async (cursor) => {
      const page = await client.listResources({ cursor })
      return { items: page.resources, nextCursor: page.nextCursor }
    })
    const prompts = await listEveryPage(async (cursor) => {
      const page = await client.listPrompts({ cursor })
      return { items: page.prompts, nextCursor: page.nextCursor }
    })
    const guide = await client.getPrompt({ name: 'skills.protocol.guide' })

    expect(resources).toContainEqual(
      expect.objectContaining({ uri: 'skill://skills.protocol.guide/guide/SKILL.md' }),
    )
    expect(prompts.map(({ name }) => name)).toContain('skills.protocol.guide')
    expect(guide.messages[0]).toMatchObject({ role: 'user', content: { type: 'text' } })
    const file = await client.readResource({ uri: 'skill://skills.protocol.guide/guide/SKILL.md' })
    expect(file.contents[0]).toMatchObject({ text: expect.stringContaining('list_skills') })
  })

  test.each([
    ['skill://unknown.has.this/SKILL.md', -32602],
    ['skill://skills.protocol.guide/../secret', -32602],
    ['skill://skills.protocol.guide/%2e%2e/secret', -32602],
    ['blob://00000000-0000-7000-8000-000000000000', -32602],
    ['file:///etc/passwd', -32602],
  ])('%s is refused', async (uri, code) => {
    const client = await connectMcp((await makeKey(['read'])).key)

    await expect(client.readResource({ uri })).rejects.toMatchObject({ code })
  })
})

describe('a prompt', () => {
  const PNG =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  const publish = (body: string) =>
    publishHandler(undefined, {
      slug: 'house_style',
      kind: 'instruction',
      body,
      resources: [{ path: 'assets/logo.png', kind: 'image/png', base64: PNG }],
    })

  test('brings the pictures of its folder that its text shows', async () => {
    const body = 'Use this: ![Logo](./assets/logo.png) ![Gone](gone.png) ![Web](https://example.com/a.png)'
    const name = await publish(body)
    const client = await connectMcp((await makeKey(['read'])).key)

    expect((await client.getPrompt({ name })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: body } },
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
    ])
  })

  test('of a chosen skill has its short name if the client asks for short names', async () => {
    const name = await publish('Write plainly.')
    const client = await connectMcp((await makeKey(['read'])).key, `?skills=${name}&names=short`)

    expect((await client.getPrompt({ name: 'house_style' })).messages).toHaveLength(1)
    expect((await client.getPrompt({ name })).messages).toHaveLength(1)
  })
})
