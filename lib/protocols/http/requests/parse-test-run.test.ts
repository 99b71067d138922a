import { expect, test } from 'vitest'
import { parseTestRun } from './parse-test-run.ts'

const sent = { skillSlug: 'add', args: '{"a":1}', timeZone: 'UTC' }

test('a test run is read with its values, and with its config if that is an object', () => {
  const read = { ...sent, args: { a: 1 } }

  expect(parseTestRun(sent)).toEqual(read)
  expect(parseTestRun({ ...sent, config: '{"key":"k"}' })).toEqual({ ...read, config: { key: 'k' } })
  expect(parseTestRun({ ...sent, config: '[1]' })).toEqual(read)
})

test.each([null, { ...sent, args: '{' }, { ...sent, args: { a: 1 } }, { ...sent, timeZone: 1 }])(
  'is refused if it is invalid: %j',
  (invalid) => {
    expect(() => parseTestRun(invalid)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  },
)
