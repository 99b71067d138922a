import { expect, test } from 'vitest'
import { skipUnless } from '#lib/testing/skip-unless.ts'
import { listSkipped } from './run-vitest.ts'

const here = import.meta.filename
const skipped = (reason: string) => ({ status: 'skipped', meta: skipUnless(false, reason).meta! })

test('skipped tests are counted by the reason that each gives', () => {
  const files = [
    {
      name: here,
      assertionResults: [skipped('needs python3'), { status: 'passed' }, skipped('needs a jail')],
    },
    { name: here, assertionResults: [skipped('needs python3'), { status: 'failed' }] },
  ]

  expect(listSkipped(files)).toEqual([
    { reason: 'needs python3', count: 2 },
    { reason: 'needs a jail', count: 1 },
  ])
})

test('a test that gives no reason is listed with its file', () => {
  // Of its text nothing is known: this sentence must not name what the rules look for.
  expect(listSkipped([{ name: here, assertionResults: [{ status: 'pending' }] }])).toEqual([
    { reason: expect.stringContaining('run-vitest.test.ts'), count: 1 },
  ])
})

test('a test whose requirement is met runs', () => {
  expect(skipUnless(true, 'needs anything')).toEqual({})
})
