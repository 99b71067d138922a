/** Waits in `beforeAll` for the Python snapshot, which a new machine or a changed harness creates first. */
import { vi } from 'vitest'
import { PYTHON_LIMITS, type Sandbox } from '../sandbox/sandbox.ts'
import { makeJob } from './make-sandbox-job.ts'

/** Jobs also wait, but only for a run's time limit; on a busy machine the snapshot takes a minute. */
export async function pythonReady(sandbox: Sandbox): Promise<void> {
  // The first job prepares Python at once; without jobs, sandboxd delays that.
  const job = makeJob('def main(args): pass', { runtime: 'python', limits: PYTHON_LIMITS })
  const first = sandbox.execute(job, {})
  const look = async () => {
    const host = (await sandbox.health()).hosts?.[0]
    if (!host?.ok || host.python !== 'ready') throw new Error('Python is not ready.')
  }
  await vi.waitFor(look, { timeout: 110_000, interval: 250 })
  await first
}
