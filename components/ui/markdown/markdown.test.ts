import { expect, test } from 'vitest'
import { cacheByText } from './markdown.tsx'

function counted(maxChars: number) {
  const asked: string[] = []
  const read = cacheByText((text) => {
    asked.push(text)
    return { text }
  }, maxChars)
  return { asked, read }
}

test('the result for a text is cached', () => {
  const { asked, read } = counted(100)

  expect(read('readme')).toBe(read('readme'))
  expect(asked).toEqual(['readme'])
})

test('the least recently used text is evicted from the cache', () => {
  const { asked, read } = counted(8)
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb']) read(text)

  expect(asked).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb'])
})

test('a text larger than the cache is computed each time, and evicts nothing else', () => {
  const { asked, read } = counted(4)
  for (const text of ['too heavy', 'too heavy', 'ok', 'ok']) read(text)

  expect(asked).toEqual(['too heavy', 'too heavy', 'ok'])
})
