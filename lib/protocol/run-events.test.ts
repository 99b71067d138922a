import { expect, test } from 'vitest'
import { eventIdOf, hasHeard } from './run-events.ts'

test.each([
  [{ state: 'queued' }, '1.0'],
  [{ state: 'running' }, '2.0'],
  [{ state: 'running', progress: 0.4 }, '2.400'],
  [{ state: 'running', progress: 7 }, '2.1000'],
  [{ state: 'succeeded' }, '3.0'],
  [{ state: 'cancelled', progress: 0.2 }, '3.0'],
] as const)('%j is %s', (run, id) => {
  expect(eventIdOf(run)).toBe(id)
})

test.each([
  ['1.0', '1.0', true],
  ['2.0', '1.0', false],
  ['2.400', '2.300', false],
  ['2.300', '2.400', true],
  ['2.1000', '2.999', false],
  ['3.0', '2.1000', false],
  ['2.1000', '3.0', true],
  ['3.0', '3.0', true],
  ['3.0', null, false],
  ['3.0', '', false],
  ['3.0', '7', false],
  ['3.0', '9.9', false],
])('%s after %s has been heard: %s', (id, last, expected) => {
  expect(hasHeard(id, last)).toBe(expected)
})
