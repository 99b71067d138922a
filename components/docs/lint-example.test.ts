import { expect, test } from 'vitest'
import { MENDED, SAID } from './lint-example.ts'

test('the chapter on lint shows advice that is mended and advice that is not', () => {
  expect(SAID.filter(({ fix }) => fix).length).toBeGreaterThan(3)
  expect(SAID.filter(({ fix }) => !fix).length).toBeGreaterThan(0)
})

test('what it shows as mended is', () => {
  expect(MENDED).toMatchObject({
    properties: {
      query: {},
      format: { enum: ['prose', 'bullets', 'structured'] },
      limit: { maximum: 50, default: 10 },
    },
    required: ['query'],
    additionalProperties: false,
  })
})
