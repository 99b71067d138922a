/** How long `npm start` takes until the site answers, and how long Ctrl-C takes until nothing is left. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../free-port.ts'
import { ROOT } from '../root.ts'
import { untilAnswers } from '../supervisor/answers.ts'
import { endChild } from '../supervisor/part.ts'

/** A build of its own, so that a site that runs here is left alone. */
const DIST_DIR = '.next-test'
const READY_WITHIN_MS = 300_000

export type StartTimes = { label: string; startMs: number; stopMs: number }[]

export async function measureStarts(): Promise<StartTimes> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-bench-'))
  fs.rmSync(path.join(ROOT, DIST_DIR), { recursive: true, force: true })
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
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: '',
    PORT: String(port),
    GUILDHALL_DATA_DIR: folder,
    GUILDHALL_DIST_DIR: DIST_DIR,
  }
  const startedAt = performance.now()
  const site = spawn(process.execPath, [path.join(ROOT, 'bin/start.ts')], { env, stdio: 'ignore' })
  await untilAnswers(`http://127.0.0.1:${port}`, () => site, READY_WITHIN_MS)
  const startMs = performance.now() - startedAt
  await endChild(site)
  return { startMs, stopMs: performance.now() - startedAt - startMs }
}
