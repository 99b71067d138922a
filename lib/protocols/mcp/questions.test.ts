import { expect, test } from 'vitest'
import { toFormField } from './questions.ts'

test.each([
  [
    'a text with limits',
    { type: 'string', title: 'Name', minLength: 1, pattern: '^a', 'x-ui': {} },
    { type: 'string', title: 'Name', minLength: 1 },
  ],
  ['a format that forms know', { type: 'string', format: 'email' }, { type: 'string', format: 'email' }],
  ['a format that forms do not know', { type: 'string', format: 'hostname' }, { type: 'string' }],
  [
    'a choice of texts',
    { type: 'string', enum: ['a', 'b'], default: 'a' },
    { type: 'string', enum: ['a', 'b'], default: 'a' },
  ],
  ['a whole number', { type: 'integer', minimum: 0, multipleOf: 2 }, { type: 'integer', minimum: 0 }],
  ['yes or no', { type: 'boolean', description: 'Sure?' }, { type: 'boolean', description: 'Sure?' }],
])('%s can be asked for', (_, schema, field) => {
  expect(toFormField(schema)).toEqual(field)
})

test.each([
  ['a secret', { type: 'string', writeOnly: true }],
  ['a password', { type: 'string', format: 'password' }],
  ['a list', { type: 'array', items: { type: 'string' } }],
  ['an object', { type: 'object' }],
  ['several types', { type: ['string', 'null'] }],
  ['a choice of numbers', { type: 'string', enum: [1, 2] }],
  ['a field without a schema', undefined],
  ['a field that accepts anything', true],
])('%s cannot be asked for', (_, schema) => {
  expect(toFormField(schema as never)).toBeUndefined()
})
