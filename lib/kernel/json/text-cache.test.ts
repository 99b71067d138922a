import { expect, test } from 'vitest'
import { textCache } from './text-cache.ts'

test('a text cache computes a value once, until its text was used longest ago and the cache is full', () => {
  const remember = textCache<string>({ characters: 6, entries: 10 })
  const made: string[] = []
  const ask = (text: string) => remember(text, () => made.push(text).toString())

  for (const text of ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb']) ask(text)

  expect(made).toEqual(['aaa', 'bbb', 'ccc', 'bbb'])
})

test('a text cache repeats a failed computation', () => {
  const remember = textCache<string>({ characters: 6, entries: 10 })

  expect(() =>
    remember('a', () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(remember('a', () => 'yes')).toBe('yes')
})

test('the entries of a text cache are limited in number, however short they are', () => {
  const remember = textCache<number>({ characters: 1_000_000, entries: 20 })

  for (let number = 0; number < 10_000; number++) remember(String(number), () => number)

  expect(remember.size()).toBe(20)
  expect(remember('9999', () => -1)).toBe(9_999)
})
