/** All of Guildhall, started as a user does: processes that die are restarted, and none is left behind. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRunFile } from './server/installation/run-file.ts'
import { findFreePort } from './server/runtime/free-port.ts'
import { isProcessAlive, listProcesses } from './server/runtime/processes.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'
import { waitForResponse } from './server/supervisor/site-health.ts'

const START = path.join(PROJECT_ROOT, 'bin/start.ts')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-system-'))

let port: number
let site: ChildProcess
let output = ''

beforeAll(async () => {
  port = await findFreePort()
  await start()
})

afterAll(async () => {
  await stop('SIGTERM')
  fs.rmSync(folder, { recursive: true, force: true })
})

function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, GUILDHALL_DIST_DIR } = process.env
  return {
    NODE_ENV: 'production',
    PATH,
    HOME,
    GUILDHALL_DIST_DIR,
    GUILDHALL_DATA_DIR: folder,
    PORT: String(port),
    // Behind a proxy there is no demo market, which takes twelve seconds of processor time to create.
    TRUST_PROXY: '1',
    ...more,
  }
}

async function start(command = [process.execPath, START], more: Record<string, string> = {}): Promise<void> {
  output = ''
  site = spawn(command[0]!, command.slice(1), { env: environment(more), stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [site.stdout, site.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  await waitForResponse(`http://127.0.0.1:${port}`, () => site, 250_000)
  await until('it says that it is ready', () => output.includes('ready on http'))
}

/** Starts the site through a shell, which does not forward signals. */
function startAsNpmDoes(): Promise<void> {
  const script = `"${process.execPath}" "${START}"; exit`
  return start(['sh', '-c', script], { npm_lifecycle_event: 'start' })
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (site.exitCode !== null || site.signalCode) return
  site.kill(signal)
  await once(site, 'exit')
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 100_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`It never came true that ${what}. It said:\n${output}`)
    await sleep(50)
  }
}

type Health = { ok: boolean; commit: string; parts: Record<string, { ok: boolean }> }

async function health(): Promise<Health | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`)
    return (await response.json()) as Health
  } catch {
    return undefined
  }
}

/** Returns the processes that this one started, and those that they started in turn. */
function descendants(pid: number): { pid: number; command: string }[] {
  const all = listProcesses()
  const below = (parent: number): typeof all =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)])
  // Outside Linux, the list contains the `ps` that made it.
  return below(pid).filter(({ command }) => !command.startsWith('ps '))
}

function findChild(commandPart: string): number {
  const found = descendants(site.pid!).find(({ command }) => command.includes(commandPart))
  if (!found) throw new Error(`No child runs ${commandPart}.`)
  return found.pid
}

test('Guildhall responds and reports its health', async () => {
  expect(await health()).toMatchObject({ ok: true, parts: { database: { ok: true }, sandbox: { ok: true } } })
})

test('idle connections outlive those of reverse proxies, whose next request would be lost', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/api/health`)

  expect(response.headers.get('keep-alive')).toBe('timeout=75')
})

test('uploads whose sender leaves do not appear in the log as errors', async () => {
  const abort = async (line: string) => {
    const socket = connect(port, '127.0.0.1')
    const head = [line, 'Host: 127.0.0.1', 'Content-Length: 100000', 'Content-Type: text/plain', '', 'begin']
    socket.write(head.join('\r\n'), () => socket.destroy())
    await once(socket, 'close')
  }

  for (const path of ['/no/such/page', '/_next/static/x.js', '/sign-in', '/rpc', '/api/blobs'])
    await abort(`POST ${path} HTTP/1.1`)

  // Both of these are answered after the requests before them have ended.
  for (const path of ['/no/such/page', '/_next/static/x.js'])
    await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'x' })
  expect(output).not.toMatch(/aborted|ECONNRESET|uncaughtException/)
})

test('a server action sent to a page that does not have it is refused', async () => {
  const manifest = path.join(
    PROJECT_ROOT,
    process.env.GUILDHALL_DIST_DIR || '.next',
    'server/server-reference-manifest.json',
  )
  const { node } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as {
    node: Record<string, { workers: Record<string, unknown> }>
  }
  const isInDocs = (page: string) => page.startsWith('app/docs/')
  const [id] = Object.entries(node).find(([, { workers }]) => !Object.keys(workers).some(isInDocs))!
  const headers = { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' }

  const answer = await fetch(`http://127.0.0.1:${port}/docs`, { method: 'POST', headers, body: '[]' })

  expect(answer.status).toBe(409)
  expect(await answer.text()).toBe('Server Action unavailable.')
})

test('a second start in the same data folder reports where the first one runs', () => {
  const second = spawnSync(process.execPath, [START], { env: environment(), encoding: 'utf8' })

  expect(second.status).toBe(0)
  expect(second.stdout).toContain(`already running on http://localhost:${port}`)
})

test('a start on a port that is in use is an error with advice', () => {
  const other = path.join(folder, 'other')
  const env = environment({ GUILDHALL_DATA_DIR: other })

  const second = spawnSync(process.execPath, [START], { env, encoding: 'utf8' })

  expect(second.status).toBe(1)
  expect(second.stderr).toContain(`PORT=${port + 1} npm start`)
})

describe('a killed process is restarted', () => {
  const parts = [
    { name: 'web server', words: 'bin/web-server.ts' },
    { name: 'sandbox', words: 'sandboxd/main.ts' },
    { name: 'database', words: 'postgres -D' },
  ]

  test.each(parts)('a killed process of the site is restarted: $name', async ({ name, words }) => {
    const killed = findChild(words)

    process.kill(killed, 'SIGKILL')
    await until('the log reports it', () => output.includes(`${name} stopped`))
    await until('all is well again', async () => (await health())?.ok === true)

    expect(isProcessAlive(killed)).toBe(false)
  })
})

test('Ctrl-C leaves nothing running, even when it comes twice', async () => {
  const running = descendants(site.pid!)

  site.kill('SIGINT')
  await sleep(20)
  await stop('SIGINT')

  expect(site.exitCode).toBe(0)
  expect(running.length).toBeGreaterThan(2)
  // A killed grandchild exists until init has reaped it.
  await until('nothing is left', () => !running.some(({ pid }) => isProcessAlive(pid)))
  expect(readRunFile(folder)).toBeNull()
})

test('a killed supervisor leaves only the database, and the next start takes that over', async () => {
  await start()
  const [database, ...others] = [
    findChild('postgres -D'),
    findChild('bin/web-server.ts'),
    findChild('sandboxd/main.ts'),
  ]

  await stop('SIGKILL')
  await until('its children are gone', () => !others.some(isProcessAlive))
  const isDatabaseLeft = isProcessAlive(database!)
  await startAsNpmDoes()

  expect(isDatabaseLeft).toBe(true)
  expect(output).toContain('was still running')
  expect(await health()).toMatchObject({ ok: true })
})

test('ending npm ends Guildhall', async () => {
  const running = descendants(site.pid!)

  await stop('SIGTERM')

  expect(running.length).toBeGreaterThan(2)
  await until('nothing is left', () => !running.some(({ pid }) => isProcessAlive(pid)))
  expect(readRunFile(folder)).toBeNull()
})
