import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isProcessAlive, listProcesses } from './processes.ts'

test.skipIf(process.platform === 'win32')(
  'a process is listed with its parent and its command line',
  async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', 'listed as (this) one'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    await once(child, 'spawn')

    await expect
      .poll(() => listProcesses().find(({ pid }) => pid === child.pid))
      .toMatchObject({ parent: process.pid, command: expect.stringContaining('listed as (this) one') })
    expect(isProcessAlive(child.pid!)).toBe(true)

    child.stdin.end()
    await once(child, 'exit')
    expect(listProcesses().some(({ pid }) => pid === child.pid)).toBe(false)
  },
)
