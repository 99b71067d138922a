/** Workers of a test's own, as processes; those that are left are sent home when a test ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

export function hireWorkers() {
  const workers = new Set<ChildProcess>()

  function hire(more: Record<string, string> = {}): ChildProcess {
    const env = { ...process.env, ...more }
    const args = ['--disable-warning=DeprecationWarning', 'bin/worker.ts']
    const worker = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
    workers.add(worker)
    return worker
  }

  async function dismiss(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    workers.delete(worker)
    if (worker.exitCode !== null || worker.signalCode !== null) return
    const gone = once(worker, 'exit')
    worker.kill(signal)
    await gone
  }

  afterEach(async () => {
    await Promise.all([...workers].map((worker) => dismiss(worker, 'SIGTERM')))
  })
  return { hire, dismiss }
}
