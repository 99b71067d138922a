import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseWith } from './parse-with.ts'
import { SentJson } from './sent-json.ts'

const fields = z.object({ value: SentJson })

function deep(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels))
}

test.each([null, 'a', 0, [], { a: [1, { b: null }] }])('%j comes as it was sent', (value) => {
  expect(parseWith(fields, { value })).toEqual({ value })
})

test.each([
  ['nothing', undefined, '/value', 'is not JSON'],
  ['a date within', { at: new Date(0) }, '/value/at', 'is not JSON'],
  ['a number without end', [Number.POSITIVE_INFINITY], '/value/0', 'must be a finite number'],
  ['what is too deep to walk', deep(100_000), '/value', 'is nested deeper than 200 levels'],
])('%s is refused at its place', (_, value, path, message) => {
  expect(() => parseWith(fields, { value })).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      options: expect.objectContaining({ issues: [{ path, message }] }),
    }),
  )
})
