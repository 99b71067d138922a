import { expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { withPlainMessages } from './plain-messages.ts'

test('messages are compared as people read them, without the marks of Markdown', () => {
  expect(withPlainMessages({ message: '**6** rows', a: 1 }, { message: '**5** rows' })).toEqual([
    { message: '6 rows', a: 1 },
    { message: '5 rows' },
  ])
})

test('messages of which only the marks differ, and other values, are compared as they are', () => {
  const pairs: [Json, Json][] = [
    [{ message: '**5** rows' }, { message: '5 rows' }],
    [{ message: '**5** rows' }, { message: 5 }],
    [['**5**'], '**5**'],
  ]
  for (const [before, after] of pairs) expect(withPlainMessages(before, after)).toEqual([before, after])
})
