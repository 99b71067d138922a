import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

test('a site of tests stops as if asked to, when they are killed', async () => {
  const preload = path.join(import.meta.dirname, 'end-with-tests.ts')
  const site = `
    process.on('SIGTERM', () => { console.log('stopping'); process.exit(0) })
    setInterval(() => {}, 1_000)
    console.log('started')`
  const tests = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, ['--import', ${JSON.stringify(preload)}, '-e', ${JSON.stringify(site)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })`
  const run = spawn(process.execPath, ['-e', tests], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  for await (const line of createInterface({ input: run.stdout })) {
    lines.push(line)
    if (line === 'started') run.kill('SIGKILL')
  }

  expect(lines).toEqual(['started', 'stopping'])
  expect(run.signalCode ?? (await once(run, 'exit'))[1]).toBe('SIGKILL')
})
