import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listRestarts, recordRestart } from './restart-log.ts'

const makeFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-restarts-'))

test('restarts are listed newest first, the last twenty', () => {
  const folder = makeFolder()
  for (let atMs = 1; atMs <= 25; atMs++)
    recordRestart(folder, { part: 'web server', reason: 'SIGKILL', atMs })

  expect(listRestarts(folder).map(({ atMs }) => atMs)).toEqual(Array.from({ length: 20 }, (_, n) => 25 - n))
})

test('a file that is missing or damaged lists none, and is written over', () => {
  const folder = makeFolder()
  expect(listRestarts(folder)).toEqual([])
  fs.writeFileSync(path.join(folder, 'restarts.json'), '{"half')

  expect(listRestarts(folder)).toEqual([])
  recordRestart(folder, { part: 'sandbox', reason: '1', atMs: 1 })
  expect(listRestarts(folder)).toHaveLength(1)
})

test('an unwritable folder is not an error', () => {
  expect(() => recordRestart('/nowhere', { part: 'sandbox', reason: '1', atMs: 1 })).not.toThrow()
})
