/**
 * Measures calls over HTTP, compared with the bare sandbox. `-- --running` measures the site of GUILDHALL_DATA_DIR.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { dataFolder } from '../server/installation/data-folder.ts'
import { type RunFile, readRunFile } from '../server/installation/run-file.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'
import { endChild } from '../server/supervisor/supervised-process.ts'
import { createBenchKey, startBenchSite } from './bench-site.ts'
import { ARGS, executeBare, SKILL } from './demo-servers.ts'
import { computeFigures, type Figures, formatMs, measureMs, measurePace, type Paced } from './measure-pace.ts'
import { type CpuMs, readSiteCpu } from './process-cpu.ts'

/** Each row has its own key, which allows 300 calls a minute. */
const ROUNDS = 100

const WARM_UP = 20

const READ_COUNT = 200

const LANES = 4

/** Enough calls for a clock of hundredths of a second, and with the other rounds still below the rate limit of a key. */
const CPU_COUNT = 150

const httpAgent = new http.Agent({ keepAlive: true })

const { turns, reads, cpu } = await measureChannels()
const sandbox = turns['bare sandbox']!.p50
console.log('\n/rpc and /mcp over HTTP, alternating')
for (const [channel, { count, p50, p95 }] of Object.entries(turns)) {
  const ratio = (p50 / sandbox).toFixed(2)
  console.log(
    `  ${channel.padEnd(30)} ${count} calls   p50 ${formatMs(p50)}   p95 ${formatMs(p95)}   ${ratio} of the bare sandbox`,
  )
}
for (const [method, { count, p50, perSecond }] of Object.entries(reads))
  console.log(
    `  ${method.padEnd(30)} ${count} calls   p50 ${formatMs(p50)}   ${Math.round(perSecond)}/s, 4 at once`,
  )
for (const [channel, parts] of Object.entries(cpu)) {
  const listed = Object.entries(parts).map(([part, ms]) => `${part} ${ms.toFixed(1)}`)
  console.log(`  ${channel.padEnd(30)} processor time per call, in ms: ${listed.join(', ')}`)
}

type ChannelFigures = {
  turns: Record<string, Figures>
  reads: Record<string, Paced>
  cpu: Record<string, CpuMs>
}

async function measureChannels(): Promise<ChannelFigures> {
  const running = process.argv.includes('--running') ? readRunFile(dataFolder()) : null
  const folder = running ? dataFolder() : fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-bench-'))
  const bareServer = spawn(process.execPath, [path.join(PROJECT_ROOT, 'bin/bench/bare-mcp-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { site, run } = running ? { run: running } : await startBenchSite(folder)
  try {
    process.env.DATABASE_URL = run.databaseUrl
    process.env.GUILDHALL_DATA_DIR = folder
    process.env.GUILDHALL_SANDBOX_SOCKET = run.sandboxSocket
    return await measure(run, await portOf(bareServer), folder)
  } finally {
    await Promise.all([site && endChild(site), endChild(bareServer)])
    if (!running) fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(run: RunFile, barePort: number, folder: string): Promise<ChannelFigures> {
  const [rpc, reader, describer, agent] = await Promise.all([1, 2, 3, 4].map(() => createBenchKey()))
  const ask = (key: string, method: string, params: object) => post(`${run.url}/rpc`, key, method, params)
  const bareMcp = await connectMcp(`http://127.0.0.1:${barePort}/mcp`)
  const ourMcp = await connectMcp(`${run.url}/mcp`, agent)
  const execution = { name: SKILL, args: ARGS }
  const channels: Record<string, () => Promise<unknown>> = {
    'bare MCP server, no sandbox': () => bareMcp.callTool({ name: 'text_statistics', arguments: ARGS }),
    'bare sandbox': await bareSandbox(),
    '/rpc execute_skill': () => ask(rpc!, 'execute_skill', execution),
    '/mcp execute_skill': async () => {
      const answer = await ourMcp.callTool({ name: 'execute_skill', arguments: execution })
      if (answer.isError) throw new Error(JSON.stringify(answer.content))
    },
  }
  const samples = Object.fromEntries(Object.keys(channels).map((name) => [name, [] as number[]]))
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(channels)) {
      const ms = await measureMs(call)
      if (round >= 0) samples[name]!.push(ms)
    }
  }
  const turns = Object.fromEntries(
    Object.entries(samples).map(([name, each]) => [name, computeFigures(each)]),
  )
  const reads = {
    list_skills: await measurePace({ count: READ_COUNT, lanes: LANES }, () =>
      ask(reader!, 'list_skills', {}),
    ),
    describe_skill: await measurePace({ count: READ_COUNT, lanes: LANES }, () =>
      ask(describer!, 'describe_skill', { name: SKILL }),
    ),
  }
  const cpu: Record<string, CpuMs> = {}
  for (const name of ['bare sandbox', '/rpc execute_skill', '/mcp execute_skill'])
    cpu[name] = await cpuPerCall(channels[name]!, () => readSiteCpu(run.pid, folder))
  await Promise.all([bareMcp.close(), ourMcp.close()])
  httpAgent.destroy()
  return { turns, reads, cpu }
}

async function cpuPerCall(call: () => Promise<unknown>, read: () => CpuMs): Promise<CpuMs> {
  const before = read()
  for (let count = 0; count < CPU_COUNT; count += 1) await call()
  const after = read()
  return Object.fromEntries(
    Object.entries(after).map(([part, ms]) => [part, (ms - (before[part] ?? 0)) / CPU_COUNT]),
  )
}

async function portOf(server: ChildProcess): Promise<number> {
  const [line] = await once(createInterface({ input: server.stdout! }), 'line')
  return Number(line)
}

async function bareSandbox(): Promise<() => Promise<void>> {
  const { connectSandbox } = await import('#lib/sandbox/sandbox-client.ts')
  const sandbox = connectSandbox()
  const definition = fs.readFileSync(
    path.join(PROJECT_ROOT, 'prisma/market/guildhall/text_tools/text_statistics.js'),
    'utf8',
  )
  return () => executeBare(sandbox, { definition })
}

async function connectMcp(url: string, key?: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const requestInit = key ? { headers: { authorization: `Bearer ${key}` } } : {}
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return client
}

/** Calls with `node:http`, whose own cost is smaller than that of `fetch`. */
async function post(url: string, key: string, method: string, params: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const request = http.request(url, { method: 'POST', agent: httpAgent, headers })
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const { error } = (await json(response)) as { error?: unknown }
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
}
