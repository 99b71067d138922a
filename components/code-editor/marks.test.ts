import { Text } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { toDiagnostic } from './marks.ts'

const doc = Text.of(['async function handler() {', '  return eval("1")', '}', ''])
const marked = (line: number, column: number) => {
  const { from, to } = toDiagnostic(doc, { line, column, message: 'no' })
  return doc.sliceString(from, to)
}

describe('a mark', () => {
  test.each([
    ['covers the word it stands at', 2, 10, 'eval'],
    ['covers one character where no word stands', 1, 26, '{'],
    ['stays inside its line when the column is past the end', 1, 400, ''],
    ['stays inside the text when the line is past the end', 99, 1, ''],
    ['counts columns from 1 and accepts 0', 1, 0, 'async'],
  ])('a mark in the editor %s', (_, line, column, text) => {
    expect(marked(line, column)).toBe(text)
  })
})
