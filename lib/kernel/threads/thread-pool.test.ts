import { expect, test } from 'vitest'
import { FairQueue } from './thread-pool.ts'

const makeQueue = ({ maxPerOwner = 10, maxWaiting = 10 } = {}) =>
  new FairQueue<string>({ maxPerOwner, maxWaiting })

test('in the queue for threads owners take turns, each in its own order', () => {
  const queue = makeQueue()
  for (const job of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add({ owner: job.charAt(0), job })

  const order = Array.from({ length: 7 }, () => queue.take()?.job)

  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
})

test('an owner with its share of threads waits, and the next owner goes first', () => {
  const queue = makeQueue({ maxPerOwner: 1 })
  for (const job of ['a1', 'a2', 'b1']) queue.add({ owner: job.charAt(0), job })

  expect([queue.take()?.job, queue.take()?.job, queue.take()]).toEqual(['a1', 'b1', undefined])

  queue.finish('a')
  expect(queue.take()?.job).toBe('a2')
})

test('the queue for threads refuses an owner with too many jobs waiting, and no other', () => {
  const queue = makeQueue({ maxWaiting: 2 })

  const added = ['a1', 'a2', 'a3', 'b1'].map((job) => queue.add({ owner: job.charAt(0), job }))

  expect(added).toEqual([true, true, false, true])
})

test('a job that was removed from the queue for threads is not run', () => {
  const queue = makeQueue()
  queue.add({ owner: 'a', job: 'a1' })

  expect(queue.remove({ owner: 'a', job: 'a1' })).toBe(true)
  expect(queue.remove({ owner: 'a', job: 'a1' })).toBe(false)
  expect(queue.take()).toBeUndefined()
})
