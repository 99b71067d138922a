// Asks for skills as folders: the extension Skills over MCP (SEP-2640).
import { createHash } from 'node:crypto'
import { SkillSchema } from '@modelcontextprotocol/core/ext/skills'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json/json.ts'
import { makeKey, publishHandler, serveMcp } from '../../testing/setup/protocols/mcp-client.ts'

const ABOUT = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

async function ask(key: string, method: string, params: JsonObject): Promise<JsonObject> {
  const response = await serveMcp('http://localhost:3000/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(method === 'resources/read' && { 'mcp-name': String(params.uri) }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: ABOUT } }),
  })
  return response.json()
}

const publish = (more = {}) => publishHandler(undefined, { slug: 'say_hello', ...more })

test('a skill is listed with the digest and the size of each file that its addresses return', async () => {
  const { key } = await makeKey(['read'])
  const skill = await publish()
  const uri = `skill://${skill}/say-hello/SKILL.md`

  const { result } = (await ask(key, 'skills/get', { uri })) as { result: { skill: JsonObject } }

  const entry = SkillSchema.parse(result.skill)
  expect(entry).toMatchObject({ uri, frontmatter: { name: 'say-hello' } })
  const files = entry.resources as { uri: string; digest: string; size: number }[]
  expect(files.map((file) => file.uri.slice(uri.length - 'SKILL.md'.length))).toEqual([
    'skill.toml',
    'SKILL.md',
    'code/handler.js',
    'input.schema.json',
    'output.schema.json',
    'contract.json',
  ])
  for (const file of files) {
    const read = (await ask(key, 'resources/read', { uri: file.uri })) as {
      result: { contents: { text: string }[] }
    }
    const bytes = Buffer.from(read.result.contents[0]!.text)
    expect([bytes.length, `sha256:${createHash('sha256').update(bytes).digest('hex')}`]).toEqual([
      file.size,
      file.digest,
    ])
  }
})

test('the list of skills as folders continues after a page until its end', async () => {
  const { key } = await makeKey(['read'])
  const uris: string[] = []
  let cursor: string | undefined
  do {
    const { result } = (await ask(key, 'skills/list', { ...(cursor && { cursor }) })) as {
      result: { skills: { uri: string }[]; nextCursor?: string }
    }
    uris.push(...result.skills.map((entry) => entry.uri))
    cursor = result.nextCursor
  } while (cursor)

  expect(uris.filter((uri) => uri.startsWith('skill://skills.protocol.guide/'))).toHaveLength(1)
  expect(new Set(uris).size).toBe(uris.length)
})

test('a folder of a skill lists its files and folders', async () => {
  const { key } = await makeKey(['read'])
  const skill = await publish()

  const { result } = await ask(key, 'resources/directory/read', { uri: `skill://${skill}/say-hello` })

  const { resources } = result as { resources: JsonObject[] }
  expect(resources.map(({ name, mimeType }) => [name, mimeType])).toEqual([
    ['SKILL.md', 'text/markdown'],
    ['code', 'inode/directory'],
    ['contract.json', 'application/json'],
    ['input.schema.json', 'application/json'],
    ['output.schema.json', 'application/json'],
    ['skill.toml', 'application/toml'],
  ])
})

test.each([
  ['skills/get', 'skill://nobody.has.this/x/SKILL.md'],
  ['skills/get', 'skill://nobody.has.this/x/code/handler.js'],
  ['skills/get', 'https://example.com/SKILL.md'],
  ['resources/directory/read', 'skill://nobody.has.this/x/'],
  ['resources/directory/read', 'file:///etc'],
])('%s of %s is refused as an invalid parameter', async (method, uri) => {
  const { key } = await makeKey(['read'])

  expect(await ask(key, method, { uri })).toMatchObject({ error: { code: -32602 } })
})
