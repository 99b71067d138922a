import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { skipUnless } from '#lib/testing/skip-unless.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'
import { listSkipped, TALLY_FILE } from './run-vitest.ts'
import type { TestTally } from './test-tally.ts'

const moduleId = path.join(PROJECT_ROOT, 'lib/some.test.ts')

function makeTest(state: string, skipReason?: string) {
  const { meta = {} } = skipReason ? skipUnless(false, skipReason) : {}
  return { module: { moduleId }, result: () => ({ state }), meta: () => meta }
}

test('skipped tests are counted by the reason that each gives', () => {
  const tests = [
    makeTest('skipped', 'needs python3'),
    makeTest('passed'),
    makeTest('skipped', 'needs a jail'),
    makeTest('skipped', 'needs python3'),
    makeTest('failed'),
  ]

  expect(listSkipped(tests)).toEqual([
    { reason: 'needs python3', count: 2 },
    { reason: 'needs a jail', count: 1 },
  ])
})

test('a test that gives no reason is listed with its file', () => {
  expect(listSkipped([makeTest('pending')])).toEqual([
    { reason: 'see the condition in lib/some.test.ts', count: 1 },
  ])
})

test('a test whose requirement is met runs', () => {
  expect(skipUnless(true, 'needs anything')).toEqual({})
})

const FAILING = `
import { beforeAll, describe, expect, test } from 'vitest'
test('adds', () => expect(1 + 1).toBe(2))
test('subtracts', () => expect(1 - 1, 'the difference').toBe(2))
describe('a market', () => {
  beforeAll(() => { throw new Error('the database is in use') })
  test('opens', () => {})
})
`

test('each failure is listed with its message, also that of a nested set-up', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-tally-'))
  const file = path.join(folder, 'tally.json')
  try {
    fs.writeFileSync(path.join(folder, 'failing.test.mjs'), FAILING)
    fs.symlinkSync(path.join(PROJECT_ROOT, 'node_modules'), path.join(folder, 'node_modules'))
    const reporter = path.join(PROJECT_ROOT, 'bin/testing/run-vitest.ts')
    const vitest = path.join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs')
    const env = { ...process.env, [TALLY_FILE]: file }
    await promisify(execFile)(process.execPath, [vitest, 'run', `--reporter=${reporter}`], {
      cwd: folder,
      env,
    }).catch(() => {})

    const { failures, ...counts }: TestTally = JSON.parse(fs.readFileSync(file, 'utf8'))
    expect(counts).toMatchObject({ passed: 1, failed: 2 })
    expect(failures).toEqual([
      expect.stringMatching(/failing\.test\.mjs: subtracts\n.*the difference/),
      expect.stringMatching(/failing\.test\.mjs: a market: .*\n.*the database is in use/),
    ])
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
