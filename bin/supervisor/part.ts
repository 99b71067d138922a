/**
 * One part of Guildhall that must keep running: started, watched, started again when it dies.
 *
 * The pause before a new try doubles, up to half a minute, and is short again after a minute of health.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../root.ts'

export type Part = {
  name: string
  child: () => ChildProcess | undefined
  stop: () => Promise<void>
}

export type PartWanted = {
  name: string
  /** Arguments to Node. */
  command: string[]
  /** All of it: a part sees nothing that is not named here. */
  env: NodeJS.ProcessEnv
  log: (message: string) => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const HEALTHY_AFTER_MS = 60_000
const STOP_WITHIN_MS = 8_000

export function keepRunning({ name, command, env, log }: PartWanted): Part {
  let child: ChildProcess | undefined
  let stopping = false
  let pauseMs = FIRST_PAUSE_MS

  const start = () => {
    const startedAt = Date.now()
    child = spawn(process.execPath, command, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('exit', async (code, signal) => {
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) pauseMs = FIRST_PAUSE_MS
      // Ctrl-C reaches the children first; the pause also tells a stop from a failure.
      await sleep(pauseMs)
      if (stopping) return
      log(`${name} stopped (${signal ?? code}); starting it again`)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      start()
    })
  }
  start()

  return {
    name,
    child: () => child,
    async stop() {
      stopping = true
      if (child) await endChild(child)
    },
  }
}

/** Asks a child to end, and insists after a while. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(insist)
}
