import { describe, expect, test } from 'vitest'
import { AppError } from '#lib/kernel/errors.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { diffLine } from './diff-line.ts'

const limit = (more: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { limit: { type: 'integer', ...more } },
  additionalProperties: false,
})

function diff(question: Json, anyRoot = false) {
  return diffLine(question, { anyRoot })
}

describe('a line of contract diff', () => {
  test('a line of contract diff is answered with the step, its reasons and a value that shows them', () => {
    expect(
      diff({ before: limit({ maximum: 20 }), after: limit({ maximum: 10 }), direction: 'input' }),
    ).toEqual({
      breaking: true,
      bump: 'major',
      changes: [
        {
          pointer: '/properties/limit/maximum',
          direction: 'input',
          kind: 'constraint',
          bump: 'major',
          message: '“limit” in the input became stricter: maximum 20 → 10.',
          counterexample: { limit: 11 },
        },
      ],
    })
  })

  test('the answer of contract diff omits unchanged parts', () => {
    expect(diff({ before: limit({}), after: limit({}), direction: 'output' })).toEqual({
      breaking: false,
      bump: 'none',
      changes: [],
    })
  })

  test('a line of contract diff is breaking by what is accepted, even if a default makes it a small step', () => {
    const after = { ...limit({ default: 5 }), required: ['limit'] }

    expect(diff({ before: limit({ default: 5 }), after, direction: 'input' })).toMatchObject({
      breaking: true,
      bump: 'minor',
    })
  })

  // biome-ignore format: table
  test.each<[name: string, breaking: boolean, before: Json, after: Json]>([
    ['a top level that is not an object',                  true,  { type: 'string' }, { type: 'number' }],
    ['true and false',                           true,  true, false],
    ['an open limit as draft-04 writes it',      false, { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['a tuple as draft-07 writes it',            false, { items: [{ type: 'string' }], additionalItems: false }, { prefixItems: [{ type: 'string' }], items: false }],
    ['a format that is asked for now',           true,  { type: 'string' }, { type: 'string', format: 'email' }],
    ['a reference outside that stayed',          false, { $ref: 'https://example.com/a.json' }, { $ref: 'https://example.com/a.json', title: 'A' }],
    ['a reference outside that changed',         true,  { $ref: 'https://example.com/a.json' }, { $ref: 'https://example.com/b.json' }],
    ['a pattern that cannot be run here',        true,  { pattern: '^(?=a)' }, { pattern: '^(?=b)' }],
  ])('a line of contract diff of any schema reads %s', (_, breaking, before, after) => {
    expect(diff({ before, after, direction: 'input' }, true)).toMatchObject({ breaking })
  })

  test('a line of contract diff of any schema is refused for a limit that is no JSON number', () => {
    const after = { minimum: Number('1e400') }

    expect(() => diff({ before: {}, after, direction: 'input' }, true)).toThrow('must be a finite number')
  })

  // biome-ignore format: table
  test.each<[name: string, question: Json]>([
    ['no object',               []],
    ['no schema to compare',    { before: {}, direction: 'input' }],
    ['no direction',            { before: limit({}), after: limit({}), direction: 'sideways' }],
    ['no contract',             { before: { type: 'string' }, after: limit({}), direction: 'input' }],
    ['a limit that no number is', { before: limit({}), after: limit({ maximum: Number('1e400') }), direction: 'input' }],
  ])('a line of contract diff that asks %s is refused', (_, question) => {
    expect(() => diff(question)).toThrow(AppError)
  })
})
