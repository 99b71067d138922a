import { expect, test } from 'vitest'
import { queueSentence, standingSentence } from './standing-sentence.ts'

// biome-ignore format: a table reads in rows
test.each([
  [1, 1,   'Next in the queue, and the only one.'],
  [1, 4,   'Next in the queue of 4.'],
  [2, 4,   '2nd of 4 in the queue.'],
  [3, 4,   '3rd of 4 in the queue.'],
  [11, 12, '11th of 12 in the queue.'],
  [23, 30, '23rd of 30 in the queue.'],
])('place %i of %i', (position, of, sentence) => {
  expect(queueSentence({ position, of })).toBe(sentence)
})

test('what was sent back says what to do', () => {
  expect(standingSentence({ state: 'CHANGES_ASKED', place: null })).toContain('submit the same number again')
})
