import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import { runProbe } from './find-program.ts'
import { isProcessRunning } from './read-proc.ts'

/** Prints the pid of a process that ignores SIGTERM and does not end. */
const STUBBORN = ['/bin/sh', '-c', `trap '' TERM; sleep 600 & echo $!; wait`]

test('a probe that does not end is killed with what it started', onLinux, async () => {
  const { status, stdout } = runProbe(STUBBORN, {}, 1)

  expect(status).not.toBe(0)
  await expect.poll(() => isProcessRunning(Number(String(stdout)))).toBe(false)
})

test('a probe ends although what started it was killed', onLinux, async () => {
  const script = `
    import { runProbe } from ${JSON.stringify(`${import.meta.dirname}/find-program.ts`)}
    runProbe(${JSON.stringify(STUBBORN)}, { stdio: ['ignore', 'inherit', 'ignore'] }, 3)`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await once(starter.stdout, 'data')
  const pid = Number(String(printed))
  expect(isProcessRunning(pid)).toBe(true)

  starter.kill('SIGKILL')

  await expect.poll(() => isProcessRunning(pid)).toBe(false)
})
