/**
 * Counts what a model reads: the way of a fresh agent from its first contact to its first successful call, and the
 * largest answers. The requests are plain HTTP, so that this file also measures an earlier version of the project.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { countTokens } from 'gpt-tokenizer'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { dataFolder } from '../server/installation/data-folder.ts'
import { readRunFile } from '../server/installation/run-file.ts'
import { endChild } from '../server/supervisor/supervised-process.ts'
import { createBenchKey, startBenchSite } from './bench-site.ts'
import { ARGS, SKILL } from './demo-servers.ts'

const NEWEST = '2026-07-28'
const BEFORE = '2025-11-25'
const SHOWN = 10

type Post = (path: string, body: JsonObject, version?: string) => Promise<JsonObject>

/** Returns a function that sends a message to the site with a key. */
function poster(origin: string, key: string): Post {
  return async (path, body, version) => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(version && { 'mcp-protocol-version': version, ...routingHeaders(body) }),
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const data = text.startsWith('{') ? text : text.split('\n').findLast((line) => line.startsWith('data: {'))
    return JSON.parse(data?.replace(/^data: /, '') ?? '{}') as JsonObject
  }
}

/** The headers that let proxies of the newest version route without reading the body. */
function routingHeaders({ method, params }: JsonObject): Record<string, string> {
  const name = isObject(params) ? (params.name ?? params.uri) : undefined
  return { 'mcp-method': String(method), ...(typeof name === 'string' && { 'mcp-name': name }) }
}

const message = (method: string, params: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})

const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': NEWEST,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  },
}

type Channel = {
  title: string
  /** Returns what a model is told before its first call. */
  greet: () => Promise<Json>
  /** Returns the answer to a tool, as a model reads it, and whether it succeeded. */
  call: (tool: string, args: JsonObject) => Promise<{ read: Json; isError: boolean }>
}

function mcpChannel(post: Post, version: string): Channel {
  const isNewest = version === NEWEST
  const send = (method: string, params: JsonObject) =>
    post('/mcp', message(method, isNewest ? { ...params, ...ENVELOPE } : params), version)
  return {
    title: `MCP ${version}`,
    async greet() {
      const first = isNewest
        ? await send('server/discover', {})
        : await send('initialize', {
            protocolVersion: version,
            capabilities: {},
            clientInfo: { name: 'bench', version: '1' },
          })
      const listed = await send('tools/list', {})
      return { instructions: pick(first.result, 'instructions'), tools: definitionsIn(listed.result) }
    },
    async call(name, args) {
      const { result, error } = await send('tools/call', { name, arguments: args })
      if (!isObject(result)) return { read: error ?? null, isError: true }
      const { content, structuredContent } = result
      return {
        read: structuredContent === undefined ? content! : [content!, structuredContent],
        isError: result.isError === true,
      }
    },
  }
}

function rpcChannel(post: Post): Channel {
  return {
    title: '/rpc',
    async greet() {
      // A program without MCP is given the definitions of the tools by whoever writes it.
      const listed = await post('/mcp', message('tools/list', {}))
      return { tools: definitionsIn(listed.result) }
    },
    async call(name, args) {
      const { result, error } = await post('/rpc', message(name, args))
      return { read: result ?? error ?? null, isError: result === undefined }
    },
  }
}

/** Returns what clients pass on to a model: names, descriptions and input schemas. */
function definitionsIn(result: Json | undefined): Json {
  const tools = isObject(result) && Array.isArray(result.tools) ? result.tools : []
  return tools.map((tool) => ({
    name: pick(tool, 'name'),
    description: pick(tool, 'description'),
    inputSchema: pick(tool, 'inputSchema'),
  }))
}

function pick(value: Json | undefined, name: string): Json {
  return isObject(value) ? (value[name] ?? null) : null
}

const tokensOf = (value: Json) => countTokens(typeof value === 'string' ? value : JSON.stringify(value))

async function printFirstContact(post: Post): Promise<void> {
  console.log('\nTokens from first contact to first successful call')
  for (const channel of [rpcChannel(post), mcpChannel(post, BEFORE), mcpChannel(post, NEWEST)]) {
    const greeting = await channel.greet()
    const steps: [string, number][] = [['tools', tokensOf(greeting)]]
    const take = async (name: string, args: JsonObject) => {
      const { read, isError } = await channel.call(name, args)
      steps.push([name, tokensOf(args) + tokensOf(read)])
      return isError
    }
    await take('load_skills_protocol_guide', {})
    // Versions without a search refuse it, and the agent pages through the names.
    if (await take('list_skills', { query: 'count the words of a text' })) await take('list_skills', {})
    await take('describe_skill', { name: SKILL })
    const isFailed = await take('execute_skill', { name: SKILL, args: ARGS })
    const total = steps.reduce((sum, [, tokens]) => sum + tokens, 0)
    const shown = steps.map(([step, tokens]) => `${step} ${tokens}`).join(', ')
    console.log(`  ${channel.title.padEnd(16)} ${isFailed ? 'not served' : `${total} tokens`}   ${shown}`)
  }
}

const ROWS = `def main(args):
    return {"rows": [{"id": i, "name": "Row %d" % i, "price": i * 1.5, "tags": ["a", "b"]} for i in range(args["count"])]}`

const rows = (count: number): JsonObject => ({ language: 'python', code: ROWS, args: { count } })

/** Calls that agents make, with the answers that are largest for each tool. */
const CALLS: [string, string, JsonObject][] = [
  ['the guide', 'load_skills_protocol_guide', {}],
  ['200 names', 'list_skills', { limit: 200 }],
  ['200 summaries', 'list_skills', { limit: 200, detail: 'summary' }],
  ['a search', 'list_skills', { query: 'convert a table of prices' }],
  ['a skill, whole', 'describe_skill', { name: SKILL, detail: 'full' }],
  ['a skill, its schemas', 'describe_skill', { name: SKILL }],
  ['SKILL.md', 'read_skill_file', { name: SKILL, path: 'SKILL.md' }],
  ['a short run', 'execute_skill', { name: SKILL, args: ARGS }],
  ['a refused run', 'execute_skill', { name: SKILL, args: { text: 7, wrong: [1, 2, 3] } }],
  ['an unknown skill', 'execute_skill', { name: 'guildhall.text_tools.unknown' }],
  ['code that returns 100 rows', 'run_code', rows(100)],
  ['code that returns 600 rows', 'run_code', rows(600)],
  ['code that returns 5,000 rows', 'run_code', rows(5_000)],
  ['code that fails', 'run_code', { language: 'python', code: 'def main(args):\n    return args["list"]' }],
]

async function printLargest(post: Post): Promise<void> {
  for (const version of [BEFORE, NEWEST]) {
    const channel = mcpChannel(post, version)
    const answers: { title: string; tokens: number }[] = []
    for (const [title, tool, args] of CALLS)
      answers.push({ title: `${tool}: ${title}`, tokens: tokensOf((await channel.call(tool, args)).read) })
    answers.push({ title: 'tools/list: the definitions', tokens: tokensOf(await channel.greet()) })
    answers.sort((a, b) => b.tokens - a.tokens)
    console.log(`\nThe largest answers, MCP ${version}`)
    for (const { title, tokens } of answers.slice(0, SHOWN))
      console.log(`  ${String(tokens).padStart(7)}  ${title}`)
  }
}

const running = process.argv.includes('--running') ? readRunFile(dataFolder()) : null
const folder = running ? dataFolder() : fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-bench-'))
const started = running ? undefined : await startBenchSite(folder)
const run = running ?? started!.run
try {
  process.env.DATABASE_URL = run.databaseUrl
  process.env.GUILDHALL_DATA_DIR = folder
  const post = poster(run.url, await createBenchKey(['read', 'run', 'write']))
  await printFirstContact(post)
  await printLargest(post)
} finally {
  if (started) {
    await endChild(started.site)
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
process.exit(0)
