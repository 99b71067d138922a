/** Which jail is chosen, and what runs without one. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { setUpJails } from '../../lib/testing/setup/sandbox/jails.ts'
import { skipUnless } from '../../lib/testing/skip-unless.ts'
import { prepareProcessSetup } from '../local-sandbox.ts'

const { closers, start, findings, folder, setupOf } = setUpJails()

const onLinuxAsRoot = skipUnless(
  process.platform === 'linux' && process.getuid?.() === 0,
  'needs Linux and root',
)

test('where “nobody” cannot reach our folder, the jail is around us', onLinuxAsRoot, async () => {
  const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'ghclosed-'))
  closers.push(() => fs.rmSync(closed, { recursive: true, force: true }))
  const inner = path.join(closed, 'inner')
  fs.mkdirSync(inner)
  const setup = prepareProcessSetup(inner)
  await start(setup)

  expect(setup.jail.hostUid).toBeUndefined()
  expect(setup.jail.name).toBe(findings.find(({ isUsable }) => isUsable)?.name ?? 'none')
})

test('without a preference, the best working jail is chosen', () => {
  vi.stubEnv('GUILDHALL_SANDBOX_JAIL', '')
  const best = findings.find((finding) => finding.isUsable)?.name ?? 'none'

  expect(prepareProcessSetup(folder).jail.name).toBe(best)
})

test('a requested jail that is not available is an error', () => {
  expect(() => prepareProcessSetup(folder, { jail: 'granite' })).toThrow(
    'GUILDHALL_SANDBOX_JAIL=granite is not available here',
  )
})

test('without a jail, handlers still run, and the log reports it', async () => {
  const setup = setupOf('none')
  await start(setup)

  expect(setup.jail.description).toContain('no jail')
})
