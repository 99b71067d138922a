import { expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import type { Operation } from '../../kernel/json/json-patch.ts'
import { fixLines } from './fix-lines.ts'

const document: Json = {
  code: 'one\n  two\nthree',
  schema: { a: 1, required: ['a'] },
  inputs: [{ a: 1 }, { a: 2 }],
}

// biome-ignore format: table
const CASES: [sentence: string, edits: Operation[], lines: string[]][] = [
  ['additions',           [{ op: 'add', path: '/schema/enum', value: ['x', 'y'] }],      ['+ "enum": ["x","y"]']],
  ['removals',      [{ op: 'remove', path: '/schema/a' }],                         ['− "a": 1']],
  ['replacements',        [{ op: 'replace', path: '/schema/required', value: ['b'] }],   ['− "required": ["a"]', '+ "required": ["b"]']],
  ['a new name, once',        [{ op: 'move', from: '/inputs/0/a', path: '/inputs/0/b' }, { op: 'move', from: '/inputs/1/a', path: '/inputs/1/b' }], ['→ "a" → "b", in 2 places']],
  ['of code, only the lines that differ', [{ op: 'replace', path: '/code', value: 'one\n  2\nthree' }], ['− two', '+ 2']],
]

test.each(CASES)('the lines of a fix show %s', (_, edits, lines) => {
  expect(fixLines(document, { title: '', edits }).map(({ sign, text }) => `${sign} ${text}`)).toEqual(lines)
})
