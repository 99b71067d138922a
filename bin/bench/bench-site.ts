/** A whole site with the demo market, for benches that measure over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyScope } from '#lib/auth/model/key-scopes.ts'
import { type RunFile, readRunFile } from '../server/installation/run-file.ts'
import { findFreePort } from '../server/runtime/free-port.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'
import { waitForResponse } from '../server/supervisor/site-health.ts'

const READY_WITHIN_MS = 300_000

/** Returns when the site in `folder` answers. The caller ends its process. */
export async function startBenchSite(folder: string): Promise<{ site: ChildProcess; run: RunFile }> {
  const port = await findFreePort()
  const env = { ...process.env, DATABASE_URL: '', PORT: String(port), GUILDHALL_DATA_DIR: folder }
  const site = spawn(process.execPath, [path.join(PROJECT_ROOT, 'bin/start.ts')], { env, stdio: 'ignore' })
  await waitForResponse(`http://127.0.0.1:${port}`, () => site, READY_WITHIN_MS).catch((error: unknown) => {
    site.kill()
    throw error
  })
  for (;;) {
    const run = readRunFile(folder)
    if (run) return { site, run }
    if (site.exitCode !== null) throw new Error('The site ended before it had started.')
    await sleep(50)
  }
}

/** Returns a key of the demo user, with the database of the environment. */
export async function createBenchKey(scopes: KeyScope[] = ['read', 'run']): Promise<string> {
  // These modules read the environment just set.
  const { contextForOperator } = await import('#lib/protocols/session/context/context-for-operator.ts')
  const { createKey } = await import('#lib/auth/manage-api-keys.ts')
  const ctx = await contextForOperator({ email: 'user@demo.local' })
  return (await createKey(ctx, { name: 'Bench', scopes, expiresInDays: 1 })).key
}
