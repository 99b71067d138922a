import { expect, test } from 'vitest'
import { describeSubmissionStatus, queueText } from './describe-submission-status.ts'

// biome-ignore format: table
test.each([
  [1, 1,   'Next in the queue'],
  [1, 4,   'Next in the queue of 4'],
  [2, 4,   '2nd of 4 in the queue'],
  [3, 4,   '3rd of 4 in the queue'],
  [11, 12, '11th of 12 in the queue'],
  [23, 30, '23rd of 30 in the queue'],
])('position %i of %i in the review queue is written out', (position, of, sentence) => {
  expect(queueText({ position, of })).toBe(sentence)
})

test('a submission that was sent back states what to do', () => {
  expect(describeSubmissionStatus({ state: 'CHANGES_REQUESTED', queuePosition: null })).toContain(
    'resubmit the same version number',
  )
})
