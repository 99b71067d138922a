import { describe, expect, test } from 'vitest'
import { countChangedLines } from './code-diff.tsx'

describe('the subject of a diff', () => {
  test.each([
    ['a changed line is one added and one removed', 'a\nb\n', 'a\nc\n', { added: 1, removed: 1 }],
    ['from nothing every line is added', '', 'a\nb\n', { added: 2, removed: 0 }],
    ['to nothing every line is removed', 'a\nb', '', { added: 0, removed: 2 }],
    ['a repeated line counts each time', 'a\n', 'a\na\na\n', { added: 2, removed: 0 }],
    ['the last line break is not a line', 'a', 'a\n', { added: 0, removed: 0 }],
  ])('a diff counts its changed lines: %s', (_, before, after, counts) => {
    expect(countChangedLines(before, after)).toEqual(counts)
  })
})
