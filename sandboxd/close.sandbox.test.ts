/** Closing the sandbox: it completes when every process is gone, and its failures never replace a result. */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { processesOf } from '../lib/testing/list-sandbox-processes.ts'
import { makeJob } from '../lib/testing/make-sandbox-job.ts'
import { onLinux } from '../lib/testing/skip-unless.ts'
import { openLocalSandbox, prepareProcessSetup, withLocalSandbox } from './local-sandbox.ts'
import { withScratch } from './os/scratch-folder.ts'
import { openProcessPool } from './pool/process-pool.ts'
import { runJob } from './run/run-job.ts'

const quiet = { signal: new AbortController().signal, onEvent: () => {} }
afterEach(() => vi.restoreAllMocks())

test(
  'a pool is closed when all its processes are gone, those that were starting or dying too',
  onLinux,
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghclose-'))
    const setup = prepareProcessSetup(folder)
    for (let turn = 0; turn < 5; turn += 1) {
      const pool = await openProcessPool(setup)
      const dying = await pool.acquire({ publisher: 'ada' }, quiet.signal)
      const { pid } = dying
      expect(processesOf(folder)).toContain(pid)
      dying.kill()
      expect(pool.counts().starting).toBeGreaterThan(0)

      await pool.close()

      expect(processesOf(folder)).toEqual([])
      expect(fs.existsSync(`/proc/${pid}/exe`)).toBe(false)
      expect(pool.counts()).toMatchObject({ starting: 0, idle: 0, running: 0 })
    }
    // Nothing writes into the folder any more, so that removing it cannot fail.
    fs.rmSync(folder, { recursive: true })
  },
)

test('a run that is under way when the pool closes is lost, and one that waits or comes later is refused', async () => {
  await withScratch(async (folder) => {
    const setup = prepareProcessSetup(folder)
    const pool = await openProcessPool({ ...setup, engine: { ...setup.engine, maxProcesses: 1, spares: 1 } })
    const begun = Promise.withResolvers<void>()
    const forever = makeJob(
      'export default async () => { console.log("begun"); await scheduler.wait(60_000) }',
    )
    const going = runJob(pool, forever, { ...quiet, onEvent: () => begun.resolve() })
    await begun.promise
    const waiting = runJob(pool, forever, quiet)
    await expect.poll(() => pool.counts().waiting).toBe(1)

    await pool.close()

    expect(await going).toMatchObject({ kind: 'unavailable' })
    expect(await waiting).toMatchObject({ kind: 'unavailable', reason: 'busy' })
    expect(await runJob(pool, forever, quiet)).toMatchObject({ kind: 'unavailable', reason: 'busy' })
  })
})

test('every process of a command is in the process group that is killed at its end', onLinux, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghclose-'))
  const pool = await openProcessPool(prepareProcessSetup(folder))
  // The format is: PID (NAME) STATE PARENT GROUP …
  const statOf = (pid: number | string) =>
    fs.readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/.*\) /, '').split(' ')

  const startedBy = processesOf(folder).map((pid) => Number(statOf(statOf(pid)[2] ?? '')[1]))
  await pool.close()
  fs.rmSync(folder, { recursive: true })

  expect(startedBy.length).toBeGreaterThan(0)
  expect(new Set(startedBy)).toEqual(new Set([process.pid]))
})

test('a sandbox is closed when the preparation of Python has stopped too', onLinux, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghclose-'))
  const cache = path.join(folder, 'cache')
  const sandbox = await openLocalSandbox(prepareProcessSetup(folder), cache, { isLocalSite: true })
  const prepared = sandbox.preparePython()

  await sandbox.close()
  await prepared
  fs.rmSync(folder, { recursive: true })

  expect(processesOf(folder)).toEqual([])
  expect(sandbox.report().python).toBe('missing')
  expect(fs.existsSync(folder)).toBe(false)
})

test('a folder that cannot be removed is reported and does not replace the result', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { rmSync } = fs
  const folders: string[] = []
  vi.spyOn(fs, 'rmSync').mockImplementation((target, options) => {
    if (!folders.includes(String(target))) return rmSync(target, options)
    throw Object.assign(new Error(`ENOTEMPTY, Directory not empty: '${target}'`), { code: 'ENOTEMPTY' })
  })
  const useFolder = async (folder: string) => {
    folders.push(folder)
    return 'result'
  }

  expect(await withScratch(useFolder)).toBe('result')
  await expect(
    withScratch(async (folder) => {
      folders.push(folder)
      throw new Error('the cause')
    }),
  ).rejects.toThrow('the cause')
  const reports = reported.mock.calls.map(([text]) => String(text))
  vi.restoreAllMocks()
  for (const folder of folders) fs.rmSync(folder, { recursive: true })

  expect(reports).toEqual(folders.map((folder) => expect.stringContaining(folder)))
  expect(folders).toHaveLength(2)
})

test('a command returns its result after using its sandbox, and leaves no sockets behind', async () => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'ghbase-'))
  vi.stubEnv('GUILDHALL_SANDBOX_DIR', base)

  const outcome = await withLocalSandbox((sandbox) =>
    sandbox.run(makeJob('export default async () => "ran"'), quiet),
  )
  vi.unstubAllEnvs()
  const left = fs.readdirSync(base)
  fs.rmSync(base, { recursive: true })

  expect(outcome).toMatchObject({ kind: 'returned', value: 'ran' })
  expect(left).toEqual([])
})
