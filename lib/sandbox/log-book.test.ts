import { expect, test } from 'vitest'
import { openLogBook } from './log-book.ts'

const line = (text: string) => ({ level: 'log' as const, text, atMs: 0 })

test('the line after the last allowed one becomes the mark of the cut, and no more are kept', () => {
  const book = openLogBook({ logBytes: 1000, logLines: 2 })

  const kept = ['a', 'b', 'c', 'd'].map((text) => book.add(line(text))?.text)

  expect(kept).toEqual(['a', 'b', '… cut', undefined])
  expect(book.lines).toHaveLength(3)
})

test('bytes are counted, not characters', () => {
  const book = openLogBook({ logBytes: 10, logLines: 100 })

  expect(['ééé', 'éé', 'é'].map((text) => book.add(line(text))?.text)).toEqual(['ééé', 'éé', '… cut'])
})
