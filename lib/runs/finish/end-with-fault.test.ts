import { afterEach, expect, test, vi } from 'vitest'
import { logFault } from '../../kernel/logging/log.ts'
import { endWithFault } from './judge-outcome.ts'

const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => logged.mockClear())

const KEY = { key: 'api_key', value: 'sk-live "hunter2"' }
const lineOf = () => JSON.parse(logged.mock.calls[0]![0] as string)

test('a secret of the current run never reaches the log, in any encoding', () => {
  const thrown = new Error(`The sandbox sent ${JSON.stringify({ config: KEY.value })} and ${btoa(KEY.value)}`)

  const end = endWithFault(thrown, 'run_1', [KEY])

  expect(lineOf()).toMatchObject({ runId: 'run_1', reference: end.error?.reference })
  expect(lineOf().detail).toContain('[redacted: api_key]')
  expect(lineOf().detail).toContain('end-with-fault.test.ts')
  expect(lineOf().detail).not.toMatch(/hunter2|c2stbGl2Z/)
})

test('an API key that a fault quotes never reaches the log', () => {
  logFault(`refused gh_${'k'.repeat(43)}`, 'a step of a plan could not be performed')

  expect(lineOf().detail).toBe('refused gh_[redacted]')
})
