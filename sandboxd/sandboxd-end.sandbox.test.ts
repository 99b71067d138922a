/** When sandboxd ends, nothing that it started continues. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { connectSandbox } from '../lib/sandbox/sandbox-client.ts'
import { processesOf } from '../lib/testing/list-sandbox-processes.ts'
import { makeJob } from '../lib/testing/make-sandbox-job.ts'
import { onLinux } from '../lib/testing/skip-unless.ts'
import { chooseRlimitWrapper } from './jail/rlimit-wrapper.ts'
import { isProcessRunning } from './os/read-proc.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const endings: [how: string, signal: NodeJS.Signals][] = [
  ['is killed outright', 'SIGKILL'],
  ['is asked to end', 'SIGTERM'],
]

test.each(endings)(
  'when sandboxd %s, its processes die with it, even in the middle of a loop',
  onLinux,
  async (_how, signal) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghd-'))
    closers.push(() => fs.rmSync(folder, { recursive: true, force: true }))
    const socket = path.join(folder, 's.sock')
    const daemon = spawn(process.execPath, ['sandboxd/main.ts'], {
      env: { ...process.env, GUILDHALL_SANDBOX_SOCKET: socket, GUILDHALL_SANDBOX_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    closers.push(() => daemon.kill('SIGKILL'))
    await once(daemon.stdout, 'data')
    expect(fs.statSync(socket).mode & 0o777).toBe(0o600)
    const begun = Promise.withResolvers<void>()
    const loop = 'export default async () => { console.log("begun"); await scheduler.wait(0); for (;;); }'
    const lost = connectSandbox(socket).execute(
      makeJob(loop, { limits: { cpuMs: 60_000, wallMs: 60_000 } }),
      {
        onEvent: () => begun.resolve(),
      },
    )
    await begun.promise
    const running = processesOf(folder)

    daemon.kill(signal)
    await once(daemon, 'exit')

    expect(running.length).toBeGreaterThan(0)
    // After SIGTERM, sandboxd waits for its processes; after SIGKILL, the kernel ends them.
    if (signal === 'SIGTERM') expect(processesOf(folder)).toEqual([])
    else await expect.poll(() => processesOf(folder)).toEqual([])
    expect(await lost).toMatchObject({ kind: 'unavailable' })
    expect(fs.existsSync(socket)).toBe(signal === 'SIGKILL')
    expect(fs.readdirSync(folder).length > 0).toBe(signal === 'SIGKILL')
  },
)

test('when its folder is removed, sandboxd ends what runs, and then itself', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghd-'))
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }))
  const socket = path.join(folder, 's.sock')
  const daemon = spawn(process.execPath, ['sandboxd/main.ts'], {
    env: {
      ...process.env,
      GUILDHALL_SANDBOX_SOCKET: socket,
      GUILDHALL_SANDBOX_DIR: path.join(folder, 'own'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closers.push(() => daemon.kill('SIGKILL'))
  const errors = text(daemon.stderr)
  await once(daemon.stdout, 'data')
  const begun = Promise.withResolvers<void>()
  const skill =
    'export default async () => { console.log("begun"); await scheduler.wait(2500); return "done" }'
  const running = connectSandbox(socket).execute(makeJob(skill), { onEvent: () => begun.resolve() })
  await begun.promise
  const ended = once(daemon, 'exit')

  // The folder is moved, because files that are created during a removal would stay.
  fs.renameSync(path.join(folder, 'own'), path.join(folder, 'removed'))

  expect(await running).toMatchObject({ kind: 'returned', value: 'done' })
  expect(await ended).toEqual([1, null])
  expect(await errors).toMatch(/was removed. Ending/)
  expect(fs.existsSync(socket)).toBe(false)
})

test('a jail that is being set up ends with sandboxd', onLinux, async () => {
  // It is forked without a parent-death signal, as bubblewrap's processes are until they are ready.
  const setUp = chooseRlimitWrapper().wrap(['/bin/sh', '-c', 'sleep 600 & echo $!; wait'], 512)
  const script = `
    const { spawn } = require('node:child_process')
    spawn(${JSON.stringify(setUp[0])}, ${JSON.stringify(setUp.slice(1))}, { detached: true, stdio: ['pipe', 'inherit', 'ignore'] })`
  const supervisor = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  closers.push(() => supervisor.kill('SIGKILL'))
  const [printed] = await once(supervisor.stdout, 'data')
  const pid = Number(String(printed))
  expect(isProcessRunning(pid)).toBe(true)

  supervisor.kill('SIGKILL')

  await expect.poll(() => isProcessRunning(pid)).toBe(false)
})
