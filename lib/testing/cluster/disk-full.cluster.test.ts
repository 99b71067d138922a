// The data folder of a whole site has its own disk, which fills up while customers pay. The disk is mounted in the
// namespace of the long run, so nothing is left behind.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest'
import { startTestSite, type TestSite } from '../start-test-site.ts'

const DISK_MB = 700
const FULL_MS = 30_000
const PAUSE_MS = 250

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghc-disk-'))
let site: TestSite

beforeAll(async () => {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'none', folder])
  site = await startTestSite({}, path.join(folder, 'data'))
})

afterAll(async () => {
  await site?.stop()
  execFileSync('umount', ['-l', folder])
  fs.rmdirSync(folder)
})

/** Fills the disk to the last byte. Returns a function that frees it. */
function fillDisk(): () => void {
  const file = path.join(folder, 'filling')
  for (let size = 1024 * 1024; size > 0; size = size > 1 ? Math.floor(size / 2) : 0)
    try {
      for (;;) fs.appendFileSync(file, Buffer.alloc(size))
    } catch {
      // Smaller pieces may still fit.
    }
  return () => fs.rmSync(file)
}

test('a full disk refuses calls with a clear error, loses nothing, and all goes on once there is room', async () => {
  onTestFailed(() => console.log(site.printed().slice(-3_000)))
  const { makePayer, publishPaidSkill, settleAccounts, startPaidLoad } = await import('./paid-load.ts')
  const payers = await Promise.all(Array.from({ length: 2 }, makePayer))
  const handler = `async function handler({ parameters }) { return { message: 'Hello, ' + parameters.name + '!' } }`
  const load = startPaidLoad(site.origin, await publishPaidSkill(handler), payers, PAUSE_MS)
  const countSucceeded = () => load.succeeded.reduce((sum, count) => sum + count, 0)
  await vi.waitUntil(() => countSucceeded() > 4, { timeout: 60_000, interval: 200 })

  const answers: Record<string, number> = {}
  const free = fillDisk()
  const fullUntil = Date.now() + FULL_MS
  while (Date.now() < fullUntil) {
    const headers = { authorization: `Bearer ${payers[0]!.key}` }
    const init = { method: 'PUT', headers, body: 'x'.repeat(300_000) }
    const answer = await fetch(`${site.origin}/api/blobs?kind=text/plain`, init).catch(() => undefined)
    const { error } = ((await answer?.json().catch(() => ({}))) ?? {}) as { error?: { code: string } }
    const kind = `${answer?.status} ${error?.code}`
    answers[kind] = (answers[kind] ?? 0) + 1
    await sleep(500)
  }
  free()
  const freedAt = performance.now()
  const before = countSucceeded()
  await vi.waitUntil(() => countSucceeded() > before + 4, { timeout: 120_000, interval: 200 })
  const recoveredMs = performance.now() - freedAt
  const total = await load.stop()
  const { paid, owed, reserved, ledger, open } = await settleAccounts(payers, load.succeeded)
  console.log(JSON.stringify({ answers, recoveredMs, total }))

  expect(Object.keys(answers)).toEqual(['503 TOOL_NOT_AVAILABLE'])
  expect(total.lost).toBe(0)
  expect(paid).toEqual(owed)
  expect({ reserved, ledger, open }).toEqual({ reserved: 0n, ledger: 0n, open: 0 })
})
