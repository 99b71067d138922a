/** Waits for the Python snapshot, which a new machine or a changed harness creates first. For `beforeAll`. */
import { vi } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** Jobs wait too, but only as long as a run may take; on a busy machine the snapshot takes a minute. */
export async function pythonReady(sandbox: Sandbox): Promise<void> {
  const look = async () => {
    const host = (await sandbox.health()).hosts?.[0]
    if (!host?.ok || host.python !== 'ready') throw new Error('Python is not ready.')
  }
  await vi.waitFor(look, { timeout: 110_000, interval: 250 })
}
