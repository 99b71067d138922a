import { expect, test } from 'vitest'
import { readMarkdown } from './front-matter.ts'

const whyNot = (yaml: string) => readMarkdown(`---\n${yaml}\n---\nBody.`).whyNot

test.each([
  ['name: a\nname: b', 'line 3: the key “name” is there twice'],
  ['name: a\nmetadata:\n  x: 1\n  x: 2', 'line 5: the key “x” is there twice'],
  ['name: a\nmetadata: {x: 1, "x": 2}', 'line 3: the key “x” is there twice'],
])('a key that is there twice is told by its line: %j', (yaml, words) => {
  expect(whyNot(yaml)).toContain(words)
})

test('the same key in two mappings is two keys', () => {
  expect(whyNot('name: a\nmetadata:\n  name: b')).toBeUndefined()
})

test('a text of thousands of keys holds nobody up, and a longer one is not read', () => {
  const keys = (count: number) => `metadata: {${Array.from({ length: count }, (_, at) => at).join(',')}}`
  const began = process.cpuUsage()

  expect(whyNot(keys(6_000))).toBeUndefined()
  expect(whyNot(keys(20_000))).toContain('longer than 32 KB')

  // Compared key by key with all before it, it took half a minute.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
})
