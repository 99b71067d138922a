import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeJob } from '../lib/testing/make-job.ts'
import { openBox } from './box.ts'
import { prepareSetup } from './prepare-setup.ts'

test('without a jail a stranger’s unreviewed code is refused, and anything else runs', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghbare-'))
  const box = await openBox(prepareSetup(folder, { jail: 'none' }), folder)
  const quiet = {
    signal: new AbortController().signal,
    onEvent: () => {},
    onCall: () => Promise.reject(new Error('nothing to call')),
  }
  const job = makeJob('export default async () => "ran"')

  const strange = await box.run({ ...job, isUnreviewed: true }, quiet)
  const python = await box.run({ ...job, runtime: 'python', isUnreviewed: true }, quiet)
  const known = await box.run(job, quiet)
  box.close()
  fs.rmSync(folder, { recursive: true, force: true })

  expect([strange, python]).toMatchObject([
    { kind: 'unavailable', reason: 'unjailed', message: expect.stringContaining('no jail') },
    { kind: 'unavailable', reason: 'unjailed' },
  ])
  expect(known).toMatchObject({ kind: 'returned', value: 'ran' })
})
