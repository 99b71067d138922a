/** Waits in `beforeAll` for the Python snapshot, which a new machine or a changed harness creates first. */
import { vi } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** Jobs also wait, but only for a run's time limit; on a busy machine the snapshot takes a minute. */
export async function pythonReady(sandbox: Sandbox): Promise<void> {
  const look = async () => {
    const host = (await sandbox.health()).hosts?.[0]
    if (!host?.ok || host.python !== 'ready') throw new Error('Python is not ready.')
  }
  await vi.waitFor(look, { timeout: 110_000, interval: 250 })
}
