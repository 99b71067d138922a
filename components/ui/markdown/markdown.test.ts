import { expect, test } from 'vitest'
import { cacheByText } from './markdown.tsx'

function cacheWithLog(maxChars: number) {
  const parsedTexts: string[] = []
  const read = cacheByText((text) => {
    parsedTexts.push(text)
    return { text }
  }, maxChars)
  return { parsedTexts, read }
}

test('the result for a text is cached', () => {
  const { parsedTexts, read } = cacheWithLog(100)

  expect(read('readme')).toBe(read('readme'))
  expect(parsedTexts).toEqual(['readme'])
})

test('the least recently used text is evicted from the cache', () => {
  const { parsedTexts, read } = cacheWithLog(8)
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb']) read(text)

  expect(parsedTexts).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb'])
})

test('a text larger than the cache is computed each time, and evicts nothing else', () => {
  const { parsedTexts, read } = cacheWithLog(4)
  for (const text of ['too heavy', 'too heavy', 'ok', 'ok']) read(text)

  expect(parsedTexts).toEqual(['too heavy', 'too heavy', 'ok'])
})
