// Runs the quickstart of the docs: curl, Node and Python call the routes, and the MCP client connects.
import { execFile, spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../auth/manage-api-keys.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { serveSite } from '../../testing/api-routes.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { skipUnless } from '../../testing/skip-unless.ts'
import { mcpClients } from './mcp-clients.ts'
import { curlQuickstart, javascriptQuickstart, pythonQuickstart } from './quickstart.ts'

const run = promisify(execFile)
/** Skips a program that is not installed. */
const installed = (program: string) =>
  skipUnless(spawnSync(program, ['--version']).status === 0, `needs ${program}`)

let skill: string
let key: string
let origin: string
let close: () => void
let folder: string

beforeAll(async () => {
  const document = makeSkillSetDocument({
    skills: [
      makeSkillDocument({
        slug: 'count',
        definition:
          'async function handler({ parameters }) { return { message: "Counted.", words: parameters.text.split(" ").length } }',
        parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        response: { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] },
        examples: [],
      }),
    ],
  })
  const version = await makePublishedVersion({ document })
  await database().$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  skill = version.skillName
  const ctx = await contextFor(await makeUser())
  key = (await createKey(ctx, { name: 'A key', scopes: ['read', 'run'], expiresInDays: 1 })).key
  ;({ origin, close } = await serveSite())
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-quickstart-'))
})

afterAll(async () => {
  close()
  await fs.rm(folder, { recursive: true })
})

async function typed(command: string, ...args: string[]): Promise<string> {
  // Excludes the environment of this process, except PATH.
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    PATH: process.env.PATH,
    HOME: folder,
    GUILDHALL_KEY: key,
  }
  return (await run(command, args, { env, cwd: folder })).stdout
}

async function typedAs(name: string, text: string, command: string): Promise<string> {
  await fs.writeFile(path.join(folder, name), text)
  return typed(command, name)
}

test('curl', installed('curl'), async () => {
  const { find, understand, run } = curlQuickstart({ origin, skill })
  const [found, understood, ran] = await Promise.all(
    [find, understand, run].map(
      async (each) => JSON.parse(await typed('sh', '-c', `${each} --silent`)).result,
    ),
  )

  expect(found.skills).toMatchObject([{ name: skill }])
  expect(understood.skill).toMatchObject({ name: skill, input_schema: { required: ['text'] } })
  expect(ran).toMatchObject({ status: 'completed', output: { words: 2 } })
})

test('JavaScript', async () => {
  const text = javascriptQuickstart({ origin, skill })

  expect(await typedAs('quickstart.mjs', text, process.execPath)).toMatch(/words: 2/)
})

test('Python', installed('python3'), async () => {
  const text = pythonQuickstart({ origin, skill })

  expect(await typedAs('quickstart.py', text, 'python3')).toMatch(/"words": 2/)
})

test('refused Python prints the reason', installed('python3'), async () => {
  const text = pythonQuickstart({ origin, skill }).replace('"text": "', '"txt": "')
  const failures = await Promise.allSettled([
    typedAs('refused.py', text, 'python3'),
    typedAs('unknown.py', `import os\nos.environ["GUILDHALL_KEY"] = "gh_x"\n${text}`, 'python3'),
  ])

  const [refused, unknown] = failures.map((failure) => failure.status === 'rejected' && failure.reason.stderr)
  expect(refused).toContain('"path": "/text"')
  expect(unknown).toContain('UNAUTHENTICATED')
})

describe('text to paste into a client', () => {
  test('is JSON, or a command, that names the address', () => {
    const url = `${origin}/mcp?skills=${skill}`
    for (const { name, open, keyed } of mcpClients(url)) {
      for (const { text } of [open, keyed].filter((each) => each !== undefined)) {
        expect(text, name).toContain(url)
        if (text.startsWith('{')) JSON.parse(text)
        else expect(text, name).toMatch(/^claude mcp add /)
      }
    }
  })

  const entries = mcpClients('').flatMap(({ name, keyed }) => (keyed?.text.startsWith('{') ? [name] : []))
  test.each(entries)('connects %s with a key', async (name) => {
    const { keyed } = mcpClients(`${origin}/mcp?skills=${skill}`).find((each) => each.name === name)!
    const { url, headers } = findServer(JSON.parse(keyed!.text))
    const client = new Client({ name, version: '1.0.0' })
    const authorization = headers.Authorization!.replace(/\$\{[^}]+\}/, key)
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } }),
    )

    const { tools } = await client.listTools()
    const answer = await client.callTool({ name: tools.at(-1)!.name, arguments: { text: 'Hello, world.' } })

    expect(tools).toHaveLength(9)
    expect(answer.structuredContent).toMatchObject({ words: 2 })
    await client.close()
  })
})

function findServer(config: Json): { url: string; headers: Record<string, string> } {
  const servers = isObject(config) && (config.mcpServers ?? config.servers)
  return (isObject(servers) && servers.guildhall) as never
}

test('/llms.txt names the channels, the tools and the chapters', async () => {
  const answer = await fetch(`${origin}/llms.txt`)
  const text = await answer.text()

  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  for (const each of ['/rpc', '/mcp', '/api/openapi.json', '/docs/quickstart', '/docs/mcp', '/settings/keys'])
    expect(text).toContain(origin + each)
  expect(text).toContain('\n- load_skills_protocol_guide (no key needed)')
  expect(text).toContain('\n- run_code (key with “run”)')
})

test('the commands of /llms.txt work', installed('curl'), async () => {
  const text = await (await fetch(`${origin}/llms.txt`)).text()
  const [find] = text.match(/(?<=Find:\n\n)(?: {4}.*\n)+/)!
  expect(JSON.parse(await typed('sh', '-c', `${find.trim()} --silent`))).toHaveProperty('result.skills')
})
