import { expect, test } from 'vitest'
import { FIELD_MAP_AS_SCHEMA } from './guide-samples.ts'

test('the field map in the guide is valid', () => {
  expect(FIELD_MAP_AS_SCHEMA).toMatchObject({
    type: 'object',
    required: ['query'],
    additionalProperties: false,
  })
})
