// Texts that take the parser minutes must not block the process.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestBlockingMs, MAX_BLOCKING_MS } from '../../testing/measure-blocking-work.ts'
import { THREAD_TASKS } from '../threads/thread-tasks.ts'
import { readMarkdown } from './read-markdown.ts'

// Each of these texts would exceed any deadline, so a short one suffices.
const task: { deadlineMs: number } = THREAD_TASKS.markdown
const { deadlineMs } = task
beforeAll(() => {
  task.deadlineMs = 300
})
afterAll(() => {
  task.deadlineMs = deadlineMs
})

const read = (text: string) => readMarkdown(text, 'a publisher')

test('a text is parsed once for all callers', async () => {
  const [first, second] = await Promise.all([read('Some *words*.'), read('Some *words*.')])

  expect(first).toMatchObject({ type: 'root' })
  expect(second).toBe(first)
})

// biome-ignore format: table
test.each([
  ['brackets',            ']'.repeat(20_000)],
  ['opening brackets',    '['.repeat(50_000)],
  ['underlines',          '=\n'.repeat(50_000)],
  ['entities in a link',  `[a](${'&a;'.repeat(33_000)})`],
  ['list items',          '- a\n'.repeat(25_000)],
  ['headings',            '# a\n'.repeat(25_000)],
  ['rows of a table',     `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(16_000)}`],
  ['cells of a table',    `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}\n${'|c\n'.repeat(10_000)}`],
  ['emphasis',            '*a_'.repeat(33_000)],
  ['nested quotes',       '>'.repeat(50_000)],
  ['nested lists',        `${'- '.repeat(50_000)}a`],
])('%s do not block this thread', async (_name, text) => {
  await read('words')
  let tree: unknown

  const longest = await longestBlockingMs(async () => {
    tree = await read(text)
  })

  expect(longest).toBeLessThan(MAX_BLOCKING_MS)
  // If the text is parsed in time, the tree must be small enough to show.
  expect(JSON.stringify(tree).length).toBeLessThan(10_000_000)
})

test('a text that took too long is not parsed again', async () => {
  const text = `${']'.repeat(40_000)} once`
  expect(await read(text)).toBeNull()
  // With the usual deadline, a second attempt would take two seconds.
  task.deadlineMs = deadlineMs
  const before = performance.now()

  expect(await read(text)).toBeNull()
  expect(performance.now() - before).toBeLessThan(1_500)
})
