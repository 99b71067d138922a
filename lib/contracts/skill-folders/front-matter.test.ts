import { expect, test } from 'vitest'
import { readSkillMarkdown } from './front-matter.ts'

const readError = (yaml: string) => readSkillMarkdown(`---\n${yaml}\n---\nBody.`).error

test.each([
  ['name: a\nname: b', 'line 3): the key “name” appears twice'],
  ['name: a\nmetadata:\n  x: 1\n  x: 2', 'line 5): the key “x” appears twice'],
  ['name: a\nmetadata: {x: 1, "x": 2}', 'line 3): the key “x” appears twice'],
])('a duplicate key is reported with its line: %j', (yaml, expected) => {
  expect(readError(yaml)).toContain(expected)
})

test('the same key in two mappings is two keys', () => {
  expect(readError('name: a\nmetadata:\n  name: b')).toBeUndefined()
})

test('a text with thousands of keys is fast, and a longer one is not read', () => {
  const keys = (count: number) => `metadata: {${Array.from({ length: count }, (_, at) => at).join(',')}}`
  const began = process.cpuUsage()

  expect(readError(keys(6_000))).toBeUndefined()
  expect(readError(keys(20_000))).toContain('longer than 32 KB')

  // A quadratic comparison of keys took half a minute for this.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
})
