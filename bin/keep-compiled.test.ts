import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './root.ts'

function help(env: Record<string, string>) {
  const command = ['bin/guildhall.ts', 'validate', '--help']
  return spawnSync(process.execPath, command, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
}

test('what a command has read is kept for the next one', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-compiled-'))

  expect(help({ NODE_COMPILE_CACHE: folder }).status).toBe(0)

  expect(fs.readdirSync(folder, { recursive: true }).length).toBeGreaterThan(2)
  fs.rmSync(folder, { recursive: true })
})

test('where nothing can be kept a command answers all the same', () => {
  const answer = help({ NODE_COMPILE_CACHE: path.join(ROOT, 'package.json/inside') })

  expect([answer.status, answer.stderr]).toEqual([0, ''])
  expect(answer.stdout).toContain('guildhall validate')
})
