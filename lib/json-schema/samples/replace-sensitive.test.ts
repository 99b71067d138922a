import { expect, test } from 'vitest'
import { replaceSensitive } from './replace-sensitive.ts'

const SCHEMA = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' },
    tax_number: { type: 'string', 'x-sensitive': true },
    secret: { type: 'string', format: 'password' },
    people: { type: 'array', items: { $ref: '#/$defs/person' } },
  },
  $defs: {
    person: {
      type: 'object',
      properties: { birth: { type: 'string', format: 'date', 'x-sensitive': true } },
    },
  },
}

test('sensitive values are replaced by samples of their type wherever they stand', () => {
  const value = {
    name: 'Ada',
    tax_number: '12/345',
    secret: 'hunter2',
    people: [{ birth: '1815-12-10', other: 1 }],
  }

  expect(replaceSensitive(SCHEMA, value)).toEqual({
    name: 'Ada',
    tax_number: 'Example',
    secret: 'Example',
    people: [{ birth: '2026-01-31', other: 1 }],
  })
})
