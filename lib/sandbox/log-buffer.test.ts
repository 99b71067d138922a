import { expect, test } from 'vitest'
import { createLogBuffer } from './log-buffer.ts'

const line = (text: string) => ({ level: 'log' as const, text, atMs: 0 })

test('the line after the last allowed one becomes the cut marker, and no more are stored', () => {
  const book = createLogBuffer({ logBytes: 1000, logLines: 2 })

  const stored = ['a', 'b', 'c', 'd'].map((text) => book.add(line(text))?.text)

  expect(stored).toEqual(['a', 'b', '… cut', undefined])
  expect(book.lines).toHaveLength(3)
})

test('bytes are counted, not characters', () => {
  const book = createLogBuffer({ logBytes: 10, logLines: 100 })

  expect(['ééé', 'éé', 'é'].map((text) => book.add(line(text))?.text)).toEqual(['ééé', 'éé', '… cut'])
})
