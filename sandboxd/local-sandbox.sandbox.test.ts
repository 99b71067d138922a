import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeJob } from '../lib/testing/make-sandbox-job.ts'
import { openLocalSandbox, prepareProcessSetup } from './local-sandbox.ts'
import { cacheFolder } from './os/scratch-folder.ts'

const APPROVED = { isApproved: true, isUnreviewed: false }
const OWN = { isApproved: false, isUnreviewed: false }
const STRANGERS = { isApproved: false, isUnreviewed: true }

// biome-ignore format: table
const cases: [whose: string, code: typeof OWN, isLocalSite: boolean, runs: boolean][] = [
  ['approved code, on a site that others reach',              APPROVED,  false, true],
  ['the caller’s own code, on a site that others reach',      OWN,       false, false],
  ['another organisation’s unreviewed code, on such a site',         STRANGERS, false, false],
  ['approved code, where only this machine reaches the site', APPROVED,  true,  true],
  ['the caller’s own code there',                             OWN,       true,  true],
  ['another organisation’s unreviewed code there',                   STRANGERS, true,  false],
]

test.each(cases)(
  'without a jail, %s: runs only as its approval allows',
  async (_whose, code, isLocalSite, runs) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghbare-'))
    const sandbox = await openLocalSandbox(prepareProcessSetup(folder, { jail: 'none' }), folder, {
      isLocalSite,
    })
    const quiet = {
      signal: new AbortController().signal,
      onEvent: () => {},
      onCall: () => Promise.reject(new Error('nothing to call')),
    }
    const job = { ...makeJob('export default async () => "ran"'), ...code }

    const outcome = await sandbox.run(job, quiet)
    const python = runs ? outcome : await sandbox.run({ ...job, runtime: 'python' }, quiet)
    await sandbox.close()
    fs.rmSync(folder, { recursive: true, force: true })

    expect(outcome).toMatchObject(
      runs ? { kind: 'returned', value: 'ran' } : { kind: 'unavailable', reason: 'unjailed' },
    )
    expect(python.kind).toBe(outcome.kind)
  },
)

test('it reports each file that it cannot start without', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghfiles-'))
  const setup = prepareProcessSetup(folder)
  const sandbox = await openLocalSandbox(setup, cacheFolder())
  await sandbox.preparePython()
  const whole = sandbox.missingFile()

  const needed = [
    ...['javascript.bin', 'python.bin'].map((name) => path.join(folder, name)),
    ...setup.jail.files,
  ]
  const reported = needed.map((file) => {
    fs.renameSync(file, `${file}-moved`)
    const missing = sandbox.missingFile()
    fs.renameSync(`${file}-moved`, file)
    return missing
  })
  await sandbox.close()
  fs.rmSync(folder, { recursive: true, force: true })

  expect(whole).toBeUndefined()
  expect(reported).toEqual(needed)
})
