import { expect, test } from 'vitest'
import { buildInputs, listBatchFields, matchColumns } from './batch-inputs.ts'

const SCHEMA = {
  type: 'object',
  required: ['net_amount'],
  properties: {
    net_amount: { type: 'number', title: 'Net amount' },
    currency: { type: 'string', title: 'Currency' },
    lines: { type: 'array', items: { type: 'object' } },
    __proto__x: { type: 'string' },
  },
}
const FIELDS = listBatchFields(SCHEMA)

test('columns of a sheet are matched to fields by name or title, each once', () => {
  const columns = ['Nettobetrag', 'Net-Amount', 'CURRENCY', 'currency', 'Lines']

  expect(matchColumns(FIELDS, columns)).toEqual([
    { kind: 'column', column: 1 },
    { kind: 'column', column: 2 },
    { kind: 'column', column: 4 },
    { kind: 'none' },
  ])
  expect(matchColumns(FIELDS, ['', '!'])).toEqual(FIELDS.map(() => ({ kind: 'none' })))
})

test('rows of a sheet become inputs with texts, JSON in nested fields and values for all rows', () => {
  const sources = [
    { kind: 'column', column: 0 },
    { kind: 'fixed', text: 'EUR' },
    { kind: 'column', column: 1 },
  ] as const

  const inputs = buildInputs(FIELDS, sources, [['12.5', '[{"a":1}]'], ['', '[broken'], ['7']])

  expect(inputs).toEqual([
    { net_amount: '12.5', currency: 'EUR', lines: [{ a: 1 }] },
    { currency: 'EUR', lines: '[broken' },
    { net_amount: '7', currency: 'EUR' },
  ])
})

test('an input that is no record has no fields for columns', () => {
  expect(listBatchFields({ type: 'array' })).toEqual([])
  expect(listBatchFields(undefined)).toEqual([])
  expect(FIELDS[0]).toEqual({ name: 'net_amount', title: 'Net amount', isRequired: true, isNested: false })
})
