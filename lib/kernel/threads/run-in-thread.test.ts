import { afterEach, expect, test } from 'vitest'
import { longestBlockingMs, MAX_BLOCKING_MS } from '../../testing/measure-blocking-work.ts'
import type { parseWithinBounds } from '../markdown/parse-markdown.ts'
import { isTooCostly, runInThread } from './run-in-thread.ts'
import { THREADS } from './thread-pool.ts'
import { THREAD_TASKS } from './thread-tasks.ts'

/** A text that takes many seconds to parse, so that every deadline ends it. */
const SLOW = ']'.repeat(40_000)

const task: { deadlineMs: number } = THREAD_TASKS.markdown
const { deadlineMs } = task
afterEach(() => {
  task.deadlineMs = deadlineMs
})

function parse(text: string, owner = 'anybody', signal?: AbortSignal) {
  return runInThread<typeof parseWithinBounds>('markdown', [text], { owner, signal })
}

test('a task in a thread returns its result', async () => {
  expect(await parse('Some *words*')).toMatchObject({
    children: [{ tagName: 'p', children: [{ value: 'Some ' }, { tagName: 'em' }] }],
  })
})

test('past its deadline a task is ended with its thread, and the next one gets another', async () => {
  task.deadlineMs = 300
  const late = await parse(SLOW).catch((thrown) => thrown)

  expect(late).toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ keyword: 'deadline' }] } })
  expect(isTooCostly(late)).toBe(true)
  expect(await parse('words')).toMatchObject({ type: 'root' })
})

test('this thread does next to nothing while another works', async () => {
  task.deadlineMs = 300
  await parse('words')

  expect(await longestBlockingMs(() => parse(SLOW).catch(() => {}))).toBeLessThan(MAX_BLOCKING_MS)
})

test('one owner’s slow work does not delay other owners', async () => {
  task.deadlineMs = 600
  const ended: string[] = []
  const slow = Array.from({ length: THREADS + 2 }, () => parse(SLOW, 'slow').catch(() => ended.push('slow')))
  const quick = parse('words', 'quick').then(() => ended.push('quick'))

  await quick
  // On a busy machine, the deadline of a slow task can pass before a thread takes the quick one.
  expect(ended.length).toBeLessThan(slow.length)
  await Promise.all(slow)
})

test('a task is refused if its owner has too many waiting', async () => {
  const refused: string[] = []
  const many = Array.from({ length: 100 }, (_, index) =>
    parse(`words ${index}`, 'many').catch(({ code }) => refused.push(code)),
  )
  await Promise.all(many)

  expect(new Set(refused)).toEqual(new Set(['RATE_LIMIT_EXCEEDED']))
})

test('a caller that aborts ends its task, running or waiting', async () => {
  const stop = new AbortController()
  const tasks = Array.from({ length: THREADS + 1 }, () => parse(SLOW, 'leaving', stop.signal))
  const results = Promise.allSettled(tasks)
  setTimeout(() => stop.abort(new Error('gone')), 50)

  expect((await results).map((each) => each.status === 'rejected' && each.reason.message)).toEqual(
    tasks.map(() => 'gone'),
  )
})
