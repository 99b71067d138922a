/**
 * Starts a process again when it ends. The pause before that doubles up to 30 seconds, and starts small again once the
 * process has run for a minute.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { LATE } from '../runtime/late-environment.ts'
import { PROJECT_ROOT } from '../runtime/project-root.ts'

export type SupervisedProcess = {
  name: string
  child: () => ChildProcess | undefined
  /** Restarts the process. It is killed, because one that hangs may not react to signals. */
  restart: (reason: string) => void
  stop: () => Promise<void>
}

type SupervisedProcessOptions = {
  name: string
  command: string[]
  /** The whole environment of the process: nothing else is inherited. */
  env: NodeJS.ProcessEnv
  /** The rest of its environment, sent once it is known; until then, the process loads its modules (`late-environment.ts`). */
  lateEnv?: Promise<Record<string, string>>
  log: (message: string) => void
  onRestart?: (reason: string) => void
}

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
const HEALTHY_AFTER_MS = 60_000
/** A process that does not stop is killed after this time, which is longer than processes wait for their work. */
const STOP_WITHIN_MS = 8_000

export function superviseProcess({
  name,
  command,
  env,
  lateEnv,
  log,
  onRestart,
}: SupervisedProcessOptions): SupervisedProcess {
  let child: ChildProcess | undefined
  let isStopping = false
  let restartReason: string | undefined
  let pauseMs = FIRST_PAUSE_MS

  const start = () => {
    const startedAt = Date.now()
    const started = spawn(process.execPath, command, {
      cwd: PROJECT_ROOT,
      env: lateEnv ? { ...env, [LATE]: '1' } : env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child = started
    lateEnv?.then(
      (late) => started.connected && started.send(late, () => {}),
      // The start fails, and stops the process.
      () => {},
    )
    child.once('exit', async (code, signal) => {
      if (Date.now() - startedAt > HEALTHY_AFTER_MS) pauseMs = FIRST_PAUSE_MS
      // Ctrl-C reaches children first.
      await sleep(pauseMs)
      if (isStopping) return
      const reason = restartReason ?? String(signal ?? code)
      restartReason = undefined
      log(`${name} stopped (${reason}); restarting`)
      onRestart?.(reason)
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      start()
    })
  }
  start()

  return {
    name,
    child: () => child,
    restart(reason) {
      restartReason = reason
      child?.kill('SIGKILL')
    },
    async stop() {
      isStopping = true
      if (child) await endChild(child)
    },
  }
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(killTimer)
}
