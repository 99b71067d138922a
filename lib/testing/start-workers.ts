/** Starts worker processes for a test and stops the remaining ones when it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

export function setUpWorkers() {
  const workers = new Set<ChildProcess>()

  function startWorker(more: Record<string, string> = {}): ChildProcess {
    const env = { ...process.env, ...more }
    const args = ['--disable-warning=DeprecationWarning', 'bin/worker.ts']
    const worker = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
    workers.add(worker)
    return worker
  }

  async function stopWorker(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    workers.delete(worker)
    if (worker.exitCode !== null || worker.signalCode !== null) return
    const gone = once(worker, 'exit')
    worker.kill(signal)
    await gone
  }

  afterEach(async () => {
    await Promise.all([...workers].map((worker) => stopWorker(worker, 'SIGTERM')))
  })
  return { startWorker, stopWorker }
}
