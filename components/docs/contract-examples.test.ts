import { expect, test } from 'vitest'
import { COERCIONS, DEMANDS, FIELD_MAP_AS_SCHEMA } from './contract-examples.ts'

test('the chapter shows values that are mended and values that are refused', () => {
  expect(COERCIONS.filter(({ isMended }) => isMended).length).toBeGreaterThan(8)
  expect(COERCIONS.filter(({ isMended }) => !isMended).length).toBeGreaterThan(3)
})

test('every change in the chapter has a sentence and a step on either side', () => {
  expect(
    DEMANDS.filter(({ change, input, output }) => change === '' || input === 'none' || output === 'none'),
  ).toEqual([])
})

test('the field map in the chapter is one', () => {
  expect(FIELD_MAP_AS_SCHEMA).toMatchObject({
    type: 'object',
    required: ['query'],
    additionalProperties: false,
  })
})
