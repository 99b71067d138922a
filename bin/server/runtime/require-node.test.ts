import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './project-root.ts'

function help(env: Record<string, string>) {
  const command = ['bin/guildhall.ts', 'validate', '--help']
  return spawnSync(process.execPath, command, {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
}

test('compiled code is cached for the next command', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-compiled-'))

  expect(help({ NODE_COMPILE_CACHE: folder }).status).toBe(0)

  expect(fs.readdirSync(folder, { recursive: true }).length).toBeGreaterThan(2)
  fs.rmSync(folder, { recursive: true })
})

test('a command works even if nothing can be cached', () => {
  const answer = help({ NODE_COMPILE_CACHE: path.join(PROJECT_ROOT, 'package.json/inside') })

  expect([answer.status, answer.stderr]).toEqual([0, ''])
  expect(answer.stdout).toContain('guildhall validate')
})
