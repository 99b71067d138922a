/** A whole site, as `npm start` starts it, with a database of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { readRunFile } from '#bin/server/installation/run-file.ts'
import { findFreePort } from '#bin/server/runtime/free-port.ts'
import { listProcesses, type ProcessInfo } from '#bin/server/runtime/processes.ts'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { sharePythonSnapshot } from '#bin/testing/share-python-snapshot.ts'

export type TestSite = {
  origin: string
  process: ChildProcess
  printed(): string
  /** The supervisor and what it started, except the database. */
  processes(): ProcessInfo[]
  /** Stops it and removes `folder`. */
  stop(): Promise<void>
}

const READY_WITHIN_MS = 280_000
const END_WITH_TESTS = path.join(PROJECT_ROOT, 'bin/testing/end-with-tests.ts')

/** Resolves when it is ready; DATABASE_URL is then the site's. Needs GUILDHALL_DIST_DIR. `root` contains its code. */
export async function startTestSite(
  settings: Record<string, string> = {},
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-site-')),
  root = PROJECT_ROOT,
): Promise<TestSite> {
  const port = await findFreePort()
  sharePythonSnapshot(folder)
  const { PATH, HOME, GUILDHALL_DIST_DIR } = process.env
  const site = spawn(process.execPath, ['--import', END_WITH_TESTS, path.join(root, 'bin/start.ts')], {
    env: {
      ...{ NODE_ENV: 'production' as const, PATH, HOME, GUILDHALL_DIST_DIR },
      ...settings,
      GUILDHALL_DATA_DIR: folder,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  site.stdout?.on('data', (chunk) => {
    output += chunk
  })
  await vi.waitFor(
    () => {
      if (site.exitCode !== null) throw new Error(`The site did not start:\n${output}`)
      if (!output.includes('ready on http')) throw new Error('The site is not ready.')
    },
    { timeout: READY_WITHIN_MS, interval: 100 },
  )
  process.env.DATABASE_URL = readRunFile(folder)?.databaseUrl
  return {
    origin: `http://127.0.0.1:${port}`,
    process: site,
    printed: () => output,
    processes: () => familyOf(site.pid!),
    async stop() {
      if (site.exitCode === null) {
        site.kill('SIGTERM')
        await once(site, 'exit')
      }
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function familyOf(root: number): ProcessInfo[] {
  const all = listProcesses()
  const family = all.filter(({ pid }) => pid === root)
  for (const { pid } of family) family.push(...all.filter(({ parent }) => parent === pid))
  return family
}
