/** Waits for Python: on a new machine, or after a change of its harness, its picture is taken first. For `beforeAll`. */
import { vi } from 'vitest'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** A job waits for it too, but no longer than a run may take: on a busy machine the picture takes a minute. */
export async function pythonReady(sandbox: Sandbox): Promise<void> {
  const look = async () => {
    const host = (await sandbox.health()).hosts?.[0]
    if (!host?.ok || host.python !== 'ready') throw new Error('Python is not ready.')
  }
  await vi.waitFor(look, { timeout: 110_000, interval: 250 })
}
