/**
 * What an agent's door costs: `execute_skill` over HTTP beside the bare sandbox, and beside a bare server of the MCP
 * SDK that runs the same function unsandboxed; and how many lists and descriptions a second there are.
 *
 * The site is started as anybody starts it, on a folder of its own. Turn by turn, so that a busy machine weighs on all
 * alike.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { freePort } from '../free-port.ts'
import { ROOT } from '../root.ts'
import { type RunFile, readRunFile } from '../run-file.ts'
import { untilAnswers } from '../supervisor/answers.ts'
import { endChild } from '../supervisor/part.ts'
import { ARGS, executeBare, SKILL } from './bench-job.ts'
import { type Paced, pace, timed } from './pace.ts'
import { type Figures, figuresOf } from './percentiles.ts'

/** A key may call 300 times a minute: each row has a key of its own, and stays below. */
const ROUNDS = 100
const WARM_UP = 20
const READS = 200
const LANES = 4
const READY_WITHIN_MS = 300_000

export type DoorFigures = { turns: Record<string, Figures>; reads: Record<string, Paced> }

export async function measureDoors(): Promise<DoorFigures> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-bench-'))
  const bareServer = spawn(process.execPath, [path.join(ROOT, 'bin/bench/bare-mcp-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { site, run } = await startSite(folder)
  try {
    process.env.DATABASE_URL = run.databaseUrl
    process.env.GUILDHALL_DATA_DIR = folder
    process.env.GUILDHALL_SANDBOX_SOCKET = run.sandboxSocket
    return await measure(run, await portOf(bareServer))
  } finally {
    await Promise.all([endChild(site), endChild(bareServer)])
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(run: RunFile, barePort: number): Promise<DoorFigures> {
  const [rpc, reader, describer, agent] = await Promise.all([1, 2, 3, 4].map(() => makeKey()))
  const ask = (key: string, method: string, params: object) => post(`${run.url}/rpc`, key, method, params)
  const bareMcp = await connectMcp(`http://127.0.0.1:${barePort}/mcp`)
  const ourMcp = await connectMcp(`${run.url}/mcp`, agent)
  const execution = { name: SKILL, args: ARGS }
  const doors: Record<string, () => Promise<unknown>> = {
    'bare MCP server, no sandbox': () => bareMcp.callTool({ name: 'text_statistics', arguments: ARGS }),
    'bare sandbox': await bareSandbox(),
    '/rpc execute_skill': () => ask(rpc!, 'execute_skill', execution),
    '/mcp execute_skill': async () => {
      const answer = await ourMcp.callTool({ name: 'execute_skill', arguments: execution })
      if (answer.isError) throw new Error(JSON.stringify(answer.content))
    },
  }
  const samples = Object.fromEntries(Object.keys(doors).map((name) => [name, [] as number[]]))
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(doors)) {
      const ms = await timed(call)
      if (round >= 0) samples[name]!.push(ms)
    }
  }
  const turns = Object.fromEntries(Object.entries(samples).map(([name, each]) => [name, figuresOf(each)]))
  const reads = {
    list_skills: await pace({ count: READS, lanes: LANES }, () => ask(reader!, 'list_skills', {})),
    describe_skill: await pace({ count: READS, lanes: LANES }, () =>
      ask(describer!, 'describe_skill', { name: SKILL }),
    ),
  }
  await Promise.all([bareMcp.close(), ourMcp.close()])
  return { turns, reads }
}

async function startSite(folder: string): Promise<{ site: ChildProcess; run: RunFile }> {
  const port = await freePort()
  const env = { ...process.env, DATABASE_URL: '', PORT: String(port), GUILDHALL_DATA_DIR: folder }
  const site = spawn(process.execPath, [path.join(ROOT, 'bin/start.ts')], { env, stdio: 'ignore' })
  await untilAnswers(`http://127.0.0.1:${port}`, () => site, READY_WITHIN_MS)
  for (;;) {
    const run = readRunFile(folder)
    if (run) return { site, run }
    if (site.exitCode !== null) throw new Error('The site ended before it had started.')
    await sleep(50)
  }
}

async function portOf(server: ChildProcess): Promise<number> {
  const [line] = await once(createInterface({ input: server.stdout! }), 'line')
  return Number(line)
}

async function makeKey(): Promise<string> {
  // Loaded late: they read the environment, which has just been set.
  const { contextForOperator } = await import('#lib/session/for-operator.ts')
  const { createKey } = await import('#lib/keys/keys.ts')
  const ctx = await contextForOperator({ email: 'user@demo.local' })
  return (await createKey(ctx, { name: 'Bench', scopes: ['read', 'run'], expiresInDays: 1 })).key
}

async function bareSandbox(): Promise<() => Promise<void>> {
  const { connectSandbox } = await import('#lib/sandbox/sandbox-client.ts')
  const sandbox = connectSandbox()
  const definition = fs.readFileSync(
    path.join(ROOT, 'prisma/market/guildhall/text_tools/text_statistics.js'),
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

async function post(url: string, key: string, method: string, params: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { error } = (await answer.json()) as { error?: unknown }
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
}
