import { expect, test } from 'vitest'
import { keepPerText } from './kept-texts.ts'

function counted(maxChars: number) {
  const asked: string[] = []
  const read = keepPerText((text) => {
    asked.push(text)
    return { text }
  }, maxChars)
  return { asked, read }
}

test('what was made of a text is kept', () => {
  const { asked, read } = counted(100)

  expect(read('readme')).toBe(read('readme'))
  expect(asked).toEqual(['readme'])
})

test('what was used longest ago makes room', () => {
  const { asked, read } = counted(8)
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb']) read(text)

  expect(asked).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb'])
})

test('a text heavier than the room is made each time, and drives nothing else to grow', () => {
  const { asked, read } = counted(4)
  for (const text of ['too heavy', 'too heavy', 'ok', 'ok']) read(text)

  expect(asked).toEqual(['too heavy', 'too heavy', 'ok'])
})
