import { expect, test } from 'vitest'
import { withConnectionShare } from './connection-share.ts'

test('works of one name run in order, a few at a time, and others do not wait for them', async () => {
  const started: number[] = []
  const finish: (() => void)[] = []
  const begin = (n: number) =>
    withConnectionShare('readers', 2, async () => {
      started.push(n)
      await new Promise<void>((resolve) => finish.push(resolve))
    })
  const works = [begin(1), begin(2), begin(3), begin(4)]
  expect(started).toEqual([1, 2])
  expect(await withConnectionShare('others', 2, async () => 'done')).toBe('done')

  finish[0]!()
  await works[0]
  expect(started).toEqual([1, 2, 3])
  for (const each of [1, 2, 3]) {
    finish[each]!()
    await works[each]
  }
  expect(started).toEqual([1, 2, 3, 4])
})

test('a work that fails makes room', async () => {
  const fail = () => withConnectionShare('failing', 1, () => Promise.reject(new Error('no')))

  await expect(fail()).rejects.toThrow('no')
  await expect(fail()).rejects.toThrow('no')
})
