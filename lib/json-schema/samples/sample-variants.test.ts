import { expect, test } from 'vitest'
import { prepareInput } from '../inputs/prepare-input.ts'
import { sampleVariants } from './sample-variants.ts'

const SCHEMA = {
  type: 'object' as const,
  properties: {
    amount: { type: 'number', minimum: 0, maximum: 500 },
    unit: { enum: ['km', 'mi'] },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    },
    note: { type: 'string', maxLength: 20 },
  },
  required: ['amount', 'unit', 'lines'],
  additionalProperties: false,
}

test('inputs made from a contract are valid, different, and reach its limits, choices and lengths of lists', () => {
  const variants = sampleVariants(SCHEMA, 200) as { amount: number; unit: string; lines: unknown[] }[]

  expect(new Set(variants.map((each) => JSON.stringify(each))).size).toBe(variants.length)
  for (const each of variants)
    expect(prepareInput(SCHEMA, JSON.parse(JSON.stringify(each))).issues).toEqual([])
  expect(variants.map(({ amount }) => amount)).toEqual(expect.arrayContaining([0, 500, 101]))
  expect(new Set(variants.map(({ unit }) => unit))).toEqual(new Set(['km', 'mi']))
  expect(new Set(variants.map(({ lines }) => lines.length))).toEqual(new Set([0, 1, 2, 7]))
  expect(sampleVariants(SCHEMA, 200)).toEqual(variants)
  expect(sampleVariants(SCHEMA, 3)).toHaveLength(3)
})

test('a contract without any fields has one input', () => {
  expect(sampleVariants({ type: 'object', properties: {} }, 10)).toEqual([{}])
})
