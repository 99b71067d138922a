import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '../server/runtime/free-port.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'
import { waitForResponse } from '../server/supervisor/site-health.ts'
import { endChild } from '../server/supervisor/supervised-process.ts'
import { formatMs } from './measure-pace.ts'

console.log('\nnpm start')
const DIST_DIR = '.next-test'

const READY_WITHIN_MS = 300_000

for (const { label, startMs, stopMs } of await measureStarts())
  console.log(`  ${label}: answers after ${formatMs(startMs)}, stopped within ${formatMs(stopMs)}`)

type StartTimes = { label: string; startMs: number; stopMs: number }[]

async function measureStarts(): Promise<StartTimes> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-bench-'))
  fs.rmSync(path.join(PROJECT_ROOT, DIST_DIR), { recursive: true, force: true })
  try {
    return [
      { label: 'first start (new database, demo market, build)', ...(await measureStart(folder)) },
      { label: 'later start', ...(await measureStart(folder)) },
    ]
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function measureStart(folder: string): Promise<{ startMs: number; stopMs: number }> {
  const port = await findFreePort()
  const env = {
    ...process.env,
    DATABASE_URL: '',
    PORT: String(port),
    GUILDHALL_DATA_DIR: folder,
    GUILDHALL_DIST_DIR: DIST_DIR,
  }
  const startedAt = performance.now()
  const site = spawn(process.execPath, [path.join(PROJECT_ROOT, 'bin/start.ts')], { env, stdio: 'ignore' })
  await waitForResponse(`http://127.0.0.1:${port}`, () => site, READY_WITHIN_MS)
  const startMs = performance.now() - startedAt
  await endChild(site)
  return { startMs, stopMs: performance.now() - startedAt - startMs }
}
