import { expect, test } from 'vitest'
import { truncateForPage } from './find-own-run.ts'

const run = { id: 'run_1', input: { a: 1 }, output: { b: 2 }, coercions: [], logs: [] }

test('the page of a usual run contains it unchanged', () => {
  expect(truncateForPage(run)).toBe(run)
})

// biome-ignore format: table
test.each([
  ['output', { output: Array(1_000_000).fill(0) }],
  ['output with a long text', { output: { text: 'x'.repeat(4_000_000) } }],
  ['input',  { input: Array(500_000).fill(0) }],
  ['migrated input', { migration: { from: '1', to: '2.0.0', input: Array(500_000).fill(0) } }],
])('the page of a run leaves out its large %s', (_name, large) => {
  const part = truncateForPage({ ...run, ...large })

  expect(part).toEqual({ id: 'run_1', input: null, coercions: [], logs: [], isPartial: true })
})
