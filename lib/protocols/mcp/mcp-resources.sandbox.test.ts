import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test } from 'vitest'
import { connectMcp, makeKey, publishHandler, toolNameOf } from '../../testing/setup/protocols/mcp-client.ts'

test('a blob that a run wrote is a link in its result, which can be read', async () => {
  const skill = await publishHandler(
    `async function handler({ context }) {
      return { message: await context.blobs.write('a,b', 'text/csv') }
    }`,
    { parameters: { type: 'object' }, examples: [] },
  )
  const client = await connectMcp((await makeKey()).key, `?skills=${skill}`)
  for (const call of [
    { name: toolNameOf(skill), arguments: {} },
    { name: 'execute_skill', arguments: { name: skill, args: {} } },
  ]) {
    const { content } = (await client.callTool(call)) as CallToolResult
    const link = content.find(({ type }) => type === 'resource_link')

    expect(link).toMatchObject({ mimeType: 'text/csv', size: 3, uri: expect.stringMatching(/^blob:\/\//) })
    const { contents } = await client.readResource({ uri: (link as { uri: string }).uri })
    expect(contents).toMatchObject([{ text: 'a,b', mimeType: 'text/csv' }])
  }
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
      expect.objectContaining({ uri: 'skill://skills.protocol.guide/SKILL.md' }),
    )
    expect(prompts.map(({ name }) => name)).toContain('skills.protocol.guide')
    expect(guide.messages[0]).toMatchObject({ role: 'user', content: { type: 'text' } })
    const file = await client.readResource({ uri: 'skill://skills.protocol.guide/SKILL.md' })
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
