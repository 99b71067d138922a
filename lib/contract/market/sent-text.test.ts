import { expect, test } from 'vitest'
import { Cursor, Id, Line, SkillSetPlace } from './sent-text.ts'

test.each([
  ['an id with a NUL', Id, 'a\0b'],
  ['an id with half a character', Id, '\ud800'],
  ['an id longer than any', Id, 'x'.repeat(65)],
  ['an id that is an operator', Id, { not: '' }],
  ['a line with a NUL', Line, 'a\0b'],
  ['a place with a NUL in it', SkillSetPlace, { publisher: 'guildhall', skillset: '\0' }],
])('refuses %s', (_name, shape, value) => {
  expect(shape.safeParse(value).success).toBe(false)
})

test('a cursor that is none is the first page', () => {
  for (const value of ['\0', { not: '' }, undefined]) expect(Cursor.parse(value)).toBeUndefined()
  expect(Cursor.parse('0198')).toBe('0198')
})

test('takes what stands in our own addresses', () => {
  expect(Id.parse('0198c0de-0000-7000-8000-000000000000')).toHaveLength(36)
  expect(Line.parse('Ada’s 🧮')).toBe('Ada’s 🧮')
})
