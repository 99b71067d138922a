import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { prepareInput } from '#lib/contract/values/prepare-input.ts'
import type { Issue } from '#lib/errors.ts'
import { quickCheck } from './quick-check.ts'

const ORDER: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
    amount: { type: 'integer', minimum: 1, maximum: 10, multipleOf: 2 },
    size: { enum: ['S', 'M'] },
    lines: { type: 'array', minItems: 1, items: { $ref: '#/$defs/line' } },
    'a/b': { type: 'boolean' },
    email: { type: 'string', format: 'email' },
    pet: { oneOf: [{ properties: { kind: { const: 'cat' } } }, { properties: { kind: { const: 'dog' } } }] },
  },
  required: ['name'],
  $defs: { line: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] } },
}

const words = ({ path, message }: Issue) => `${path} ${message}`

describe('what the server would say too, in the same words', () => {
  // biome-ignore format: a table reads in rows
  test.each<[string, Json]>([
    ['a missing field',       {}],
    ['too short',             { name: 'a' }],
    ['too long',              { name: 'abcde' }],
    ['the wrong form',        { name: 'A1' }],
    ['too small',             { name: 'ada', amount: 0 }],
    ['too large',             { name: 'ada', amount: 12 }],
    ['no multiple',           { name: 'ada', amount: 3 }],
    ['a number in words',     { name: 'ada', amount: 'many' }],
    ['not in the list',       { name: 'ada', size: 'XL' }],
    ['too few',               { name: 'ada', lines: [] }],
    ['missing in an item',    { name: 'ada', lines: [{ sku: 'x' }, {}] }],
    ['a key with a slash',    { name: 'ada', 'a/b': 'perhaps' }],
  ])('%s', (_, value) => {
    const said = quickCheck(ORDER, value)

    expect(said).not.toHaveLength(0)
    expect(said.map(words)).toEqual(prepareInput(ORDER, value).issues.map(words))
  })
})

describe('what is left to the server', () => {
  test.each<[string, Json]>([
    ['what it would mend', { name: 'ada', amount: '4', 'a/b': 'yes' }],
    ['formats', { name: 'ada', email: 'nobody' }],
    ['choices between branches', { name: 'ada', pet: { kind: 'eel' } }],
  ])('%s', (_, value) => {
    expect(quickCheck(ORDER, value)).toEqual([])
  })

  test('what it would fill in', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'object', default: {} } },
      required: ['a'],
    }

    expect(quickCheck(schema, {})).toEqual([])
  })

  test('a schema that cannot be interpreted here', () => {
    expect(quickCheck({ type: 'object', properties: { a: { pattern: '(' } } }, { a: 'x' })).toEqual([])
  })
})
