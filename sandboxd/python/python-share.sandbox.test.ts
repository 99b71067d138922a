/** That one account’s sleeping Python runs leave Python to others: on a host with the fewest processes. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PYTHON_LIMITS, type SandboxJob } from '../../lib/sandbox/sandbox.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { prepareProcessSetup } from '../local-sandbox.ts'
import { cacheFolder } from '../os/scratch-folder.ts'
import { openProcessPool, type ProcessPool } from '../pool/process-pool.ts'
import { runJob } from '../run/run-job.ts'
import { preparePythonEngine } from './python-engine.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghshare-'))
const leaving = new AbortController()
let pool: ProcessPool

beforeAll(async () => {
  const setup = prepareProcessSetup(folder)
  const engine = await preparePythonEngine(setup, cacheFolder())
  pool = await openProcessPool({ ...setup, engine: { ...engine, maxProcesses: 4 } })
}, 120_000)

afterEach(() => leaving.abort())

afterAll(async () => {
  await pool?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const run = (definition: string, owner: Pick<SandboxJob, 'organisation' | 'person' | 'depth'>) =>
  runJob(
    pool,
    makeJob(definition, {
      runtime: 'python',
      limits: PYTHON_LIMITS,
      publisher: `user:${owner.person}`,
      isApproved: false,
      isUnreviewed: true,
      ...owner,
    }),
    { signal: leaving.signal, onEvent: () => {} },
  )

test('while an account with many organisations sleeps in every process it gets, another person is served', async () => {
  const sleeping = [1, 2, 3, 4, 5, 6].map((n) =>
    run('import time\ndef main(args):\n    time.sleep(25)', { organisation: `o${n}`, person: 'mallory' }),
  )
  const nested = [1, 2].map((depth) =>
    run('import time\ndef main(args):\n    time.sleep(25)', { organisation: 'o1', person: 'mallory', depth }),
  )

  const outcome = await run('def main(args): return 1', { organisation: 'ada', person: 'ada' })

  expect(outcome).toMatchObject({ kind: 'returned', value: 1 })
  expect(pool.counts()).toMatchObject({ waiting: 4 })
  leaving.abort()
  expect(await Promise.all([...sleeping, ...nested])).toMatchObject(Array(8).fill({ kind: 'cancelled' }))
})
