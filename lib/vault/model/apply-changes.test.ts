// Edits of an open text come from browsers, so they may contain anything.
import { expect, test } from 'vitest'
import { applyTextChanges, MAX_PARTS } from './apply-changes.ts'

const document = { text: 'a'.repeat(MAX_PARTS), version: 0, anchor: 0, head: 0 }

test('an edit of many parts is applied to an open text', () => {
  const changes = [Array.from({ length: MAX_PARTS }, () => [1, 'b'])]

  expect(applyTextChanges(document, changes)).toMatchObject({ text: 'b'.repeat(MAX_PARTS), version: 1 })
})

test.each([
  ['in one change', [Array.from({ length: MAX_PARTS + 1 }, () => [1, 'b', 'c'])]],
  ['in many', Array.from({ length: 1_000 }, () => Array.from({ length: 21 }, () => 0))],
])('an edit of too many parts %s is refused', (_, changes) => {
  expect(() => applyTextChanges(document, changes)).toThrow(/at most 20000 parts/)
})

test('an edit that would make the text too long in between is refused', () => {
  const line = 'x'.repeat(1_500_000)

  expect(() => applyTextChanges({ ...document, text: '' }, [[[0, `${line}x`]], [[1_500_001]]])).toThrow(
    /at most/,
  )
})
