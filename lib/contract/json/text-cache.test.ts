import { expect, test } from 'vitest'
import { textCache } from './text-cache.ts'

test('a value is made once, until its text was used longest ago and there is no room', () => {
  const remember = textCache<string>(6)
  const made: string[] = []
  const ask = (text: string) => remember(text, () => made.push(text).toString())

  for (const text of ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb']) ask(text)

  expect(made).toEqual(['aaa', 'bbb', 'ccc', 'bbb'])
})

test('what could not be made is asked for again', () => {
  const remember = textCache<string>(6)

  expect(() =>
    remember('a', () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(remember('a', () => 'yes')).toBe('yes')
})
