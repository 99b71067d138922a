import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lockFolder, unlockFolder } from './data-folder.ts'

const makeFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-lock-'))

test('a data folder is locked once, and free again when the lock is released', () => {
  const folder = makeFolder()

  expect(lockFolder(folder)).toBeNull()
  expect(fs.readFileSync(path.join(folder, 'supervisor.pid'), 'utf8')).toBe(String(process.pid))
  unlockFolder(folder)
  expect(lockFolder(folder)).toBeNull()
})

test('a stale lock of a data folder, whose process is gone or is another program, is ignored', () => {
  const [gone, reused] = [makeFolder(), makeFolder()]
  fs.writeFileSync(path.join(gone, 'supervisor.pid'), '999999999')
  // The parent process is alive, but is not a supervisor.
  fs.writeFileSync(path.join(reused, 'supervisor.pid'), String(process.ppid))

  expect(lockFolder(gone)).toBeNull()
  expect(lockFolder(reused)).toBeNull()
})
