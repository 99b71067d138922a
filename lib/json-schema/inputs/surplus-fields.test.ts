// Inputs with very many undeclared fields are refused without trying to repair them.
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { prepareInput } from './prepare-input.ts'

const row: JsonSchema = {
  type: 'object',
  properties: { a: { type: 'integer' }, b: { type: 'integer', default: 1 } },
  additionalProperties: false,
}
const rows: JsonSchema = { type: 'object', properties: { rows: { type: 'array', items: row } } }
const surplus = { rows: Array.from({ length: 50_000 }, (_, at) => ({ a: '1', [`c${at % 3_000}`]: '|' })) }

test('of thousands of undeclared fields the first are named, and nothing is coerced', () => {
  const { issues, coercions } = prepareInput(rows, surplus)

  expect(issues).toHaveLength(200)
  expect(issues[0]).toMatchObject({ path: '/rows/0/c0', keyword: 'additionalProperties' })
  expect(coercions).toEqual([])
})

test('thousands of undeclared fields take no longer than valid rows that need coercion', () => {
  const repairable = { rows: surplus.rows.map(() => ({ a: '1' })) }
  prepareInput(rows, { rows: [{ a: '1' }] })
  const timeOf = (input: object) => {
    const { user } = process.cpuUsage()
    prepareInput(rows, input)
    return process.cpuUsage().user - user
  }

  expect(timeOf(surplus)).toBeLessThan(timeOf(repairable))
})

test('a few undeclared fields are refused, and other values coerced', () => {
  const { issues, coercions } = prepareInput(rows, { rows: [...Array(2_000).fill({ a: '1' }), { c: 1 }] })

  expect(issues).toMatchObject([{ path: '/rows/2000/c', keyword: 'additionalProperties' }])
  expect(coercions).toHaveLength(2_000)
})

test('fields that another branch of a choice allows are not surplus', () => {
  const choice: JsonSchema = {
    type: 'object',
    properties: {
      rows: {
        type: 'array',
        items: { oneOf: [row, { type: 'object', required: ['c'], properties: { c: { type: 'integer' } } }] },
      },
    },
  }

  const { issues, coercions } = prepareInput(choice, { rows: Array(1_500).fill({ c: '1' }) })

  expect(issues).toEqual([])
  expect(coercions).toHaveLength(1_500)
})
