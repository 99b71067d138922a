import { expect, test } from 'vitest'
import { spentNumber } from './spent-number.ts'

const versions = [
  { number: '1.2.0', state: 'CHANGES_ASKED' },
  { number: '1.10.0', state: 'REJECTED' },
  { number: '1.1.0', state: 'IN_REVIEW' },
  { number: '1.0.0', state: 'PUBLISHED' },
] as const

test.each(['1.3.0', '1.2.0', ''])('%j is free', (number) => {
  expect(spentNumber(number, versions)).toBeUndefined()
})

test('a published number names the one above all that were ever used', () => {
  expect(spentNumber('1.0.0', versions)).toMatchObject({ next: '1.10.1' })
})

test('a number in review may come back, so no other is offered', () => {
  expect(spentNumber('1.1.0', versions)?.next).toBeUndefined()
  expect(spentNumber('1.1.0', versions)?.sentence).toContain('not part of it')
})
