import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseSandboxSocket, openDataFolder, readSecret } from './data-folder.ts'
import { readRunFile, writeRunFile } from './run-file.ts'

afterEach(() => vi.unstubAllEnvs())

const modeOf = (file: string) => fs.statSync(file).mode & 0o777

function openFresh(): string {
  vi.stubEnv(
    'GUILDHALL_DATA_DIR',
    path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-data-')), 'data'),
  )
  return openDataFolder()
}

test('other users cannot read the data folder', () => {
  const folder = openFresh()

  // At most, a group may traverse the folder, as the account of Postgres must.
  expect([0o700, 0o710]).toContain(modeOf(folder))
})

test('a secret of the data folder is created once, is long, and is readable by its owner only', () => {
  const folder = openFresh()

  const [first, second] = [readSecret(folder, 'session.secret'), readSecret(folder, 'session.secret')]

  expect(first).toBe(second)
  expect(Buffer.from(first, 'base64url')).toHaveLength(32)
  expect(modeOf(path.join(folder, 'session.secret'))).toBe(0o600)
})

test('run.json, which contains the database password, is readable by its owner only', () => {
  const folder = openFresh()
  const run = { pid: 1, url: 'u', publicUrl: 'p', databaseUrl: 'd', sandboxSocket: 's' }

  writeRunFile(folder, run)

  expect(readRunFile(folder)).toEqual(run)
  expect(modeOf(path.join(folder, 'run.json'))).toBe(0o600)
})

test('the sandbox’s socket has a path that fits, however deep the folder is', () => {
  expect(chooseSandboxSocket('/srv/data')).toBe('/srv/data/sandbox.sock')
  expect(Buffer.byteLength(chooseSandboxSocket(`/srv/${'deep/'.repeat(30)}`))).toBeLessThan(104)
})
