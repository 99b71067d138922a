import { expect, test } from 'vitest'
import { countLines } from './submission-checks.ts'

type Skills = Record<string, string>

const cases: [name: string, before: Skills, after: Skills, added: number, removed: number][] = [
  ['the same code is not a change', { greet: 'a\nb\n' }, { greet: 'a\nb\n' }, 0, 0],
  ['a new skill counts with all its lines', {}, { greet: 'a\nb\n' }, 2, 0],
  ['so does one that is gone', { greet: 'a\nb' }, {}, 0, 2],
  ['a line rewritten came and went', { greet: 'a\nb' }, { greet: 'a\nc' }, 1, 1],
  ['a line said twice counts twice', { greet: 'a' }, { greet: 'a\na' }, 1, 0],
  ['skills are compared by their slugs', { one: 'a' }, { other: 'a' }, 1, 1],
  ['an empty definition has no lines', { greet: '' }, { greet: '' }, 0, 0],
]

test.each(cases)('%s', (_name, before, after, added, removed) => {
  const lines = countLines(new Map(Object.entries(before)), new Map(Object.entries(after)))

  expect(lines).toEqual({ added, removed })
})
