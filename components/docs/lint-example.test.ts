import { expect, test } from 'vitest'
import { EXAMPLE_FINDINGS, FIXED_PARAMETERS } from './lint-example.ts'

test('the chapter on lint shows advice with and without a fix', () => {
  expect(EXAMPLE_FINDINGS.filter(({ fix }) => fix).length).toBeGreaterThan(3)
  expect(EXAMPLE_FINDINGS.filter(({ fix }) => !fix).length).toBeGreaterThan(0)
})

test('the fixed schema in the chapter on lint is correct', () => {
  expect(FIXED_PARAMETERS).toMatchObject({
    properties: {
      query: {},
      format: { enum: ['prose', 'bullets', 'structured'] },
      limit: { maximum: 50, default: 10 },
    },
    required: ['query'],
    additionalProperties: false,
  })
})
