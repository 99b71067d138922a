import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createScratch, requireShortPath } from './scratch-folder.ts'

test('folders of a sandboxd that is gone are removed, and no others', () => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'scratch-'))
  const { pid: gone } = spawnSync(process.execPath, ['--version'])
  for (const name of [
    `ghsbx-${gone}-abc`,
    `ghbox-${gone}-abc`,
    `ghsbx-${process.pid}-abc`,
    // This folder belongs to a process in another pid namespace.
    `ghsbx-${gone}-1-abc`,
    'ghsbx-notes',
    'other',
  ]) {
    fs.mkdirSync(path.join(base, name))
  }

  const folder = createScratch(base)

  expect(fs.readdirSync(base).sort()).toEqual(
    [`ghsbx-${process.pid}-abc`, `ghsbx-${gone}-1-abc`, path.basename(folder), 'ghsbx-notes', 'other'].sort(),
  )
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  createScratch(base)
  expect(fs.existsSync(folder)).toBe(true)
  fs.rmSync(base, { recursive: true })
})

test('a path that is too long for a socket is refused with advice', () => {
  expect(requireShortPath('/tmp/s.sock')).toBe('/tmp/s.sock')
  expect(() => requireShortPath(`/tmp/${'x'.repeat(100)}`)).toThrow('GUILDHALL_SANDBOX_DIR')
})
