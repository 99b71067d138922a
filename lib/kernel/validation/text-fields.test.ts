import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseFields } from './parse-with.ts'
import { CursorField, IdField, JsonValueField, LineField, nameField, SkillSetParams } from './text-fields.ts'

test.each([
  ['an id with a NUL', IdField, 'a\0b'],
  ['an id with half a character', IdField, '\ud800'],
  ['an id longer than any', IdField, 'x'.repeat(65)],
  ['an id that is an operator', IdField, { not: '' }],
  ['a line with a NUL', LineField, 'a\0b'],
  ['a place with a NUL in it', SkillSetParams, { publisher: 'guildhall', skillset: '\0' }],
])('refuses %s', (_name, shape, value) => {
  expect(shape.safeParse(value).success).toBe(false)
})

test('an invalid cursor is the first page', () => {
  for (const value of ['\0', { not: '' }, undefined]) expect(CursorField.parse(value)).toBeUndefined()
  expect(CursorField.parse('0198')).toBe('0198')
})

test('accepts the values in our own URLs', () => {
  expect(IdField.parse('0198c0de-0000-7000-8000-000000000000')).toHaveLength(36)
  expect(LineField.parse('Ada’s 🧮')).toBe('Ada’s 🧮')
})

test.each([
  ['  Ada \t Lovelace ', 'Ada Lovelace'],
  ['Ada\u0000\nLovelace', 'Ada Lovelace'],
  ['Ada\u202eecalevoL', 'AdaecalevoL'],
  ['李小龍', '李小龍'],
  ['Ada\u3164', 'Ada'],
  ['A\u115fd\u1160a\uffa0', 'Ada'],
  ['Ada\u034f\ufe0f', 'Ada'],
  ['Ada\u2800\u2800Lovelace', 'Ada Lovelace'],
  [`Z${'\u0300'.repeat(60)}algo`, `Z${'\u0300'.repeat(4)}algo`],
])('%j is stored as %j', (given, expected) => {
  expect(nameField.parse(given)).toBe(expected)
})

test.each([
  [''],
  ['   '],
  ['\u200b'],
  ['\u3164'],
  ['\u2800'],
  ['\u115f\u1160'],
  ['x'.repeat(81)],
  [null],
  [{ not: '' }],
])('%j is refused', (given) => {
  expect(nameField.safeParse(given).success).toBe(false)
})

const fields = z.object({ value: JsonValueField })

function deep(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels))
}

test.each([null, 'a', 0, [], { a: [1, { b: null }] }])('%j is received unchanged', (value) => {
  expect(parseFields(fields, { value })).toEqual({ value })
})

test.each([
  ['nothing', undefined, '/value', 'is not JSON'],
  ['a date within', { at: new Date(0) }, '/value/at', 'is not JSON'],
  ['a number without end', [Number.POSITIVE_INFINITY], '/value/0', 'must be a finite number'],
  ['a value that is too deep to walk', deep(100_000), '/value', 'is nested deeper than 200 levels'],
])('%s is refused at its path', (_, value, path, message) => {
  expect(() => parseFields(fields, { value })).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      options: expect.objectContaining({ issues: [{ path, message }] }),
    }),
  )
})
