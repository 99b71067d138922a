/** Global setup of tests with a sandbox: starts its own sandboxd. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

const READY_WITHIN_MS = 100_000

export default async function bootSandbox(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `guildhall-box-${process.pid}-`))
  const socket = path.join(folder, 'sandbox.sock')
  const child = spawn(process.execPath, [path.resolve('sandboxd/main.ts')], {
    env: {
      ...process.env,
      GUILDHALL_SANDBOX_SOCKET: socket,
      GUILDHALL_DATA_DIR: folder,
      // Allows drafts on machines without a jail.
      GUILDHALL_SANDBOX_LOCAL_SITE: '1',
    },
    // sandboxd ends when this process closes the IPC channel.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await untilListening(child, socket)
  project.provide('sandboxSocket', socket)
  return async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function untilListening(child: ChildProcess, socket: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (!fs.existsSync(socket)) {
    if (child.exitCode !== null) throw new Error(`sandboxd stopped while starting (${child.exitCode}).`)
    if (Date.now() > deadline) throw new Error('sandboxd did not become ready.')
    await sleep(25)
  }
}
