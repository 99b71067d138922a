/** The whole of Guildhall, started as anybody starts it: what dies is started again, and nothing is left behind. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { isAlive } from './processes.ts'
import { ROOT } from './root.ts'
import { readRunFile } from './run-file.ts'
import { untilAnswers } from './supervisor/answers.ts'

const START = path.join(ROOT, 'bin/start.ts')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-system-'))

let port: number
let site: ChildProcess
let said = ''

beforeAll(async () => {
  port = await freePort()
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
    ...more,
  }
}

async function start(): Promise<void> {
  said = ''
  site = spawn(process.execPath, [START], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [site.stdout, site.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk
    })
  }
  await untilAnswers(`http://127.0.0.1:${port}`, () => site, 100_000)
  await until('it says that it is ready', () => said.includes('ready on http'))
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (site.exitCode !== null || site.signalCode) return
  site.kill(signal)
  await once(site, 'exit')
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 100_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`It never came true that ${what}. It said:\n${said}`)
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

/** Every process that the supervisor started, and what those started. */
function descendants(pid: number): { pid: number; command: string }[] {
  const rows = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).stdout
  const all = rows.split('\n').flatMap((row) => {
    const [, own, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? []
    return own ? [{ pid: Number(own), parent: Number(parent), command }] : []
  })
  const below = (parent: number): typeof all =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)])
  // `ps` itself is one of ours, and gone by now.
  return below(pid).filter(({ command }) => !command.startsWith('ps '))
}

function findChild(words: string): number {
  const found = descendants(site.pid!).find(({ command }) => command.includes(words))
  if (!found) throw new Error(`No child runs ${words}.`)
  return found.pid
}

test('Guildhall answers, and says how it is', async () => {
  expect(await health()).toMatchObject({ ok: true, parts: { database: { ok: true }, sandbox: { ok: true } } })
})

test('a second start in the same folder says where the first one is', () => {
  const second = spawnSync(process.execPath, [START], { env: environment(), encoding: 'utf8' })

  expect(second.status).toBe(0)
  expect(second.stdout).toContain(`already running on http://localhost:${port}`)
})

test('a port that is taken is an error with advice', () => {
  const other = path.join(folder, 'other')
  const env = environment({ GUILDHALL_DATA_DIR: other })

  const second = spawnSync(process.execPath, [START], { env, encoding: 'utf8' })

  expect(second.status).toBe(1)
  expect(second.stderr).toContain(`PORT=${port + 1} npm start`)
})

describe('a part that is killed comes back', () => {
  const parts = [
    { name: 'web server', words: 'next' },
    { name: 'sandbox', words: 'sandboxd/main.ts' },
    { name: 'database', words: 'postgres -D' },
  ]

  test.each(parts)('$name', async ({ name, words }) => {
    const killed = findChild(words)

    process.kill(killed, 'SIGKILL')
    await until('that is said', () => said.includes(`${name} stopped`))
    await until('all is well again', async () => (await health())?.ok === true)

    expect(isAlive(killed)).toBe(false)
  })
})

test('Ctrl-C leaves nothing running, even when it comes twice', async () => {
  const running = descendants(site.pid!)

  site.kill('SIGINT')
  await sleep(20)
  await stop('SIGINT')

  expect(site.exitCode).toBe(0)
  expect(running.length).toBeGreaterThan(2)
  // A grandchild that was killed is gone once init has taken note of it.
  await until('nothing is left', () => !running.some(({ pid }) => isAlive(pid)))
  expect(readRunFile(folder)).toBeNull()
})

test('killed outright, it leaves only the database, and the next start takes that over', async () => {
  await start()
  const [database, ...others] = [findChild('postgres -D'), findChild('next'), findChild('sandboxd/main.ts')]

  await stop('SIGKILL')
  await until('its children are gone', () => !others.some(isAlive))
  const isDatabaseLeft = isAlive(database!)
  await start()

  expect(isDatabaseLeft).toBe(true)
  expect(said).toContain('was still running')
  expect(await health()).toMatchObject({ ok: true })
})
