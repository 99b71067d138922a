import { expect, test } from 'vitest'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import { fieldFacts } from './contract-field-table.tsx'

const kindOf = (schema: JsonSchema) => fieldFacts({ type: 'object', properties: { a: schema } })[0]?.kind

// biome-ignore format: table
test.each<[schema: JsonSchema, kind: string]>([
  [{ type: 'string' },                                        'text'],
  [{ type: 'string', minLength: 3, maxLength: 500 },          'text, 3 to 500 characters'],
  [{ type: 'string', maxLength: 10_000 },                     'text, up to 10,000 characters'],
  [{ type: 'string', format: 'date' },                        'date'],
  [{ type: 'integer', minimum: 1, maximum: 20 },              'whole number, 1 to 20'],
  [{ type: 'number', minimum: 0, maximum: 1 },                'number, 0 to 1'],
  [{ type: 'number', exclusiveMinimum: 0 },                   'number, greater than 0'],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 5000 },     'number, greater than 0, up to 5,000'],
  [{ type: 'boolean' },                                       'yes or no'],
  [{ enum: ['a', 'b', 3] },                                   'one of a, b, 3'],
  [{ enum: [...'abcdefghij'] },                               'one of a, b, c, d, e, f, g, h and 2 more'],
  [{ const: 'x' },                                            'always x'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 5 }, 'list of text, up to 5 items'],
  [{ type: ['string', 'null'] },                              'text or nothing'],
  [{ oneOf: [{}, {}] },                                       'one of several types'],
  [{},                                                        'any value'],
])('the type of the field %j is described as %s', (schema, kind) => {
  expect(kindOf(schema)).toBe(kind)
})

test('fields inside objects and lists are listed below them, through references', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      lines: { type: 'array', items: { $ref: '#/$defs/line' }, description: 'What is billed.' },
      note: { type: 'string', default: '' },
    },
    required: ['lines'],
    $defs: { line: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] } },
  }

  expect(fieldFacts(schema)).toEqual([
    { name: 'lines', kind: 'list of object', isRequired: true, description: 'What is billed.' },
    { name: 'lines[].price', kind: 'number', isRequired: true },
    { name: 'note', kind: 'text', isRequired: false, preset: '""' },
  ])
})

test('the table of a recursive schema has an end', () => {
  expect(fieldFacts({ type: 'object', properties: { next: { $ref: '#' } } }).length).toBeLessThan(5)
})
