/**
 * Clients that are too heavy for everyday: the long run installs each from npm, in a folder of its own, and connects it
 * as its documentation says.
 */
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import {
  makeKey,
  ORIGIN,
  publishHandler,
  serveMcp,
  toolNameOf,
} from '../../testing/setup/protocols/mcp-client.ts'

const run = promisify(execFile)

/** The programs get the address, a key and the name of a tool, and print what they list and what the call returns. */
const ARGUMENTS = `const [url, key, tool] = process.argv.slice(2)
const headers = { authorization: 'Bearer ' + key }
const args = { name: 'Ada' }
`

// biome-ignore format: table
const CLIENTS: [name: string, packages: string[], program: string][] = [
  ['LangChain', ['@langchain/mcp-adapters@1.1.4', '@langchain/core@1'], `
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
const client = new MultiServerMCPClient({ mcpServers: { guildhall: { transport: 'http', url, headers } } })
const tools = await client.getTools()
console.log(tools.map(({ name }) => name), await tools.find(({ name }) => name === tool).invoke(args))
await client.close()`],
  ['the OpenAI Agents SDK', ['@openai/agents@0.20.0', 'zod@4'], `
import { MCPServerStreamableHttp } from '@openai/agents'
const server = new MCPServerStreamableHttp({ url, name: 'guildhall', requestInit: { headers } })
await server.connect()
console.log((await server.listTools()).map(({ name }) => name), await server.callTool(tool, args))
await server.close()`],
  ['Mastra', ['@mastra/mcp@2.0.0', '@mastra/core@1'], `
import { MCPClient } from '@mastra/mcp'
const client = new MCPClient({ servers: { guildhall: { url: new URL(url), requestInit: { headers } } } })
const tools = await client.listTools()
console.log(Object.keys(tools), await tools['guildhall_' + tool].execute(args, {}))
await client.disconnect()`],
  ['mcp-remote', ['mcp-remote@0.15.1', '@modelcontextprotocol/sdk@1.32.2'], `
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
const proxy = ['node_modules/mcp-remote/dist/proxy.js', url, '--allow-http', '--transport', 'http-only']
const client = new Client({ name: 'test', version: '1.0.0' })
await client.connect(new StdioClientTransport({
  command: process.execPath,
  args: [...proxy, '--header', 'Authorization:' + headers.authorization],
}))
console.log((await client.listTools()).tools.map(({ name }) => name), await client.callTool({ name: tool, arguments: args }))
await client.close()`],
  ['the MCP Inspector', ['@modelcontextprotocol/inspector@2.12.0'], `
import { execFileSync } from 'node:child_process'
const inspect = (...more) => execFileSync('node_modules/.bin/mcp-inspector',
  ['--cli', url, '--transport', 'http', '--header', 'Authorization: ' + headers.authorization, ...more], { encoding: 'utf8' })
console.log(inspect('--method', 'tools/list'), inspect('--method', 'tools/call', '--tool-name', tool, '--tool-arg', 'name=Ada'))`],
]

const server = http.createServer(async (request, response) => {
  const { connection: _, ...headers } = request.headers as Record<string, string>
  const body = Buffer.concat(await Array.fromAsync(request))
  const init = { method: request.method!, headers, ...(body.length > 0 && { body }) }
  const answer = await serveMcp(`${ORIGIN}${request.url}`, init)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body) Readable.fromWeb(answer.body as never).pipe(response)
  else response.end()
})
let address = ''
let folder = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-clients-'))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await fs.rm(folder, { recursive: true })
})

test.runIf(process.env.GUILDHALL_LONG).each(CLIENTS)(
  '%s lists the tools, calls one, and pays for it',
  { timeout: 300_000 },
  async (name, packages, program) => {
    const cwd = path.join(folder, name.replaceAll(' ', '-'))
    await fs.mkdir(cwd)
    await fs.writeFile(path.join(cwd, 'package.json'), '{"type":"module"}')
    await fs.writeFile(path.join(cwd, 'program.js'), ARGUMENTS + program)
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd })
    const pricing = { model: 'per_job', amount: '0.05', currency: 'USDC' } as const
    const skill = await publishHandler(undefined, { pricing })
    const { ctx, key } = await makeKey()
    const { organisationId } = ctx.viewer!
    await fundWallet(organisationId, '1')

    const asked = ['program.js', `${address}/mcp?skills=${skill}`, key, toolNameOf(skill)]
    const { stdout } = await run(process.execPath, asked, { cwd })

    expect(stdout).toContain('list_skills')
    expect(stdout).toContain('Hello, Ada!')
    const paid = await database().run.findFirst({
      where: { organisationId },
      select: { chargedMicros: true },
    })
    expect(paid).toEqual({ chargedMicros: 50_000n })
  },
)
