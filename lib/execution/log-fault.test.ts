import { afterEach, expect, test, vi } from 'vitest'
import { faultOf } from './fault-of.ts'
import { logFault } from './log-fault.ts'

const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => logged.mockClear())

const KEY = { key: 'api_key', value: 'sk-live "hunter2"' }
const lineOf = () => JSON.parse(logged.mock.calls[0]![0] as string)

test('what the run in hand keeps secret does not reach the log, in whichever spelling', () => {
  const thrown = new Error(`The box said ${JSON.stringify({ config: KEY.value })} and ${btoa(KEY.value)}`)

  const end = faultOf(thrown, 'run_1', [KEY])

  expect(lineOf()).toMatchObject({ runId: 'run_1', reference: end.error?.reference })
  expect(lineOf().detail).toContain('[redacted: api_key]')
  expect(lineOf().detail).toContain('log-fault.test.ts')
  expect(lineOf().detail).not.toMatch(/hunter2|c2stbGl2Z/)
})

test('nor does a key of somebody, when no run is in hand', () => {
  logFault(`refused gh_${'k'.repeat(43)}`, 'a step of a plan could not be performed')

  expect(lineOf().detail).toBe('refused gh_[redacted]')
})
