import { expect, test } from 'vitest'
import { formatChangedLines, formatOrdinal } from './review-labels.ts'

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [21, '21st'],
  [112, '112th'],
])('the ordinal of %i is %s', (number, word) => {
  expect(formatOrdinal(number)).toBe(word)
})

test.each([
  [12, 3, '+12 −3 lines of code'],
  [1, 0, '+1 line of code'],
  [0, 2, '−2 lines of code'],
  [0, 0, 'no code changes'],
])('%i added and %i removed lines of code are described as “%s”', (linesAdded, linesRemoved, text) => {
  expect(formatChangedLines({ changes: 0, breaking: 0, linesAdded, linesRemoved })).toBe(text)
})
