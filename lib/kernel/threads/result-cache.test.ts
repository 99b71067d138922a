import { expect, test } from 'vitest'
import { contentKey, resultCache } from './result-cache.ts'

function counted(maxWeight: number, weight = 1) {
  const made: string[] = []
  const cache = resultCache<string>(maxWeight)
  const get = (key: string) =>
    cache(key, async () => {
      made.push(key)
      return { value: `value of ${key}`, weight }
    })
  return { made, get }
}

test('a result cache computes a value once, also for callers at the same time', async () => {
  const { made, get } = counted(10)

  expect(await Promise.all([get('a'), get('a')])).toEqual(['value of a', 'value of a'])
  await get('a')

  expect(made).toEqual(['a'])
})

test('the least recently used entry is evicted', async () => {
  const { made, get } = counted(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)

  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('a result cache does not keep a value that is too large', async () => {
  const { made, get } = counted(10, 11)
  await get('a')
  await get('a')

  expect(made).toEqual(['a', 'a'])
})

test('a result cache does not keep a failure', async () => {
  const cache = resultCache<string>(10)
  const failing = cache('a', () => Promise.reject(new Error('once')))

  await expect(failing).rejects.toThrow('once')
  expect(await cache('a', async () => ({ value: 'well', weight: 1 }))).toBe('well')
})

test('texts have one key only when each is the same', () => {
  expect(contentKey('ab', 'c')).not.toBe(contentKey('a', 'bc'))
  expect(contentKey('ab', 'c')).toBe(contentKey('ab', 'c'))
})
