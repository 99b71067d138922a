import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { readFieldModel } from '../fields/field-model.ts'
import { formContract } from '../validation/form-contract.ts'
import { correctNumbers, pasteCells } from './record-cells.ts'
import { recordColumns } from './record-columns.ts'

const LINE: JsonSchema = {
  type: 'object',
  required: ['description'],
  properties: {
    description: { type: 'string', title: 'What' },
    price: { type: 'number', 'x-currency': 'EUR' },
    vat: { enum: [0, 20], 'x-enumNames': ['none', 'standard'] },
    paid: { type: 'boolean' },
  },
}

function columnsOf(items: JsonSchema, value: Json = []) {
  const schema: JsonSchema = { type: 'object', properties: { lines: { type: 'array', items } } }
  const contract = formContract(schema)
  const list = readFieldModel(contract, [(contract.schema.properties as JsonSchema).lines as Json], value)
  return { contract, list, columns: recordColumns(contract, list, value) }
}

test('a list of flat records has a column for each field, with its title and unit', () => {
  const { columns } = columnsOf(LINE)

  expect(columns?.map(({ label, unit, kind }) => [label, unit, kind])).toEqual([
    ['What', undefined, 'string'],
    ['Price', 'EUR', 'number'],
    ['Vat', undefined, 'options'],
    ['Paid', undefined, 'boolean'],
  ])
})

test.each<[string, JsonSchema, Json?]>([
  ['texts', { type: 'string' }],
  [
    'records with a list',
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'array', items: {} } } },
  ],
  [
    'records with long text',
    { type: 'object', properties: { a: { type: 'string' }, message: { type: 'string' } } },
  ],
  [
    'records of several kinds',
    { oneOf: [LINE, { type: 'object', properties: { other: { type: 'string' } } }] },
  ],
  ['records whose fields depend on others', { ...LINE, dependentRequired: { paid: ['vat'] } }],
  ['records with one more field in their value', LINE, [{ description: 'a', more: 1 }]],
  ['records of which one is a text', LINE, ['a']],
])('a list of %s is no table', (_, items, value) => {
  expect(columnsOf(items, value).columns).toBeUndefined()
})

function paste(cells: string[][], at = { row: 0, column: 0 }, value: Json = []) {
  return pasteInto(LINE, cells, at, value).value
}

function pasteInto(line: JsonSchema, cells: string[][], at = { row: 0, column: 0 }, value: Json = []) {
  const { contract, list, columns } = columnsOf(line, value)
  return pasteCells({ contract, list, columns: columns!, value, at, cells, locale: 'de' })
}

test('cells of a spreadsheet become rows, with numbers in the language of the reader and labels of choices', () => {
  const cells = [
    ['Paper', '1.234,50', 'standard', 'x'],
    ['Ink', '12', '0', 'no'],
  ]

  expect(paste(cells)).toEqual([
    { description: 'Paper', price: 1234.5, vat: 20, paid: true },
    { description: 'Ink', price: 12, vat: 0, paid: false },
  ])
})

test('cells are pasted from the chosen cell on, over what is there, and an empty cell clears a field', () => {
  const value = [{ description: 'Paper', price: 1, paid: true }]

  expect(
    paste(
      [
        ['2', ''],
        ['3', '20'],
      ],
      { row: 0, column: 1 },
      value,
    ),
  ).toEqual([
    { description: 'Paper', price: 2, paid: true },
    { price: 3, vat: 20 },
  ])
})

test('a first row with titles of columns says where the others belong', () => {
  expect(
    paste([
      ['Price', 'what'],
      ['7,5', 'Pens'],
    ]),
  ).toEqual([{ description: 'Pens', price: 7.5 }])
})

test('text that is pasted into a column of numbers stays, so that its error is shown', () => {
  expect(paste([['Paper', 'dear']])).toEqual([{ description: 'Paper', price: 'dear' }])
})

const INVOICE_LINE: JsonSchema = {
  type: 'object',
  properties: {
    description: { type: 'string' },
    quantity: { type: 'number' },
    unit_price: { type: 'number', title: 'Unit price' },
    tax_percent: { type: 'number', title: 'Tax %' },
  },
}

test('a heading row is recognised although the sheet writes its columns a little differently', () => {
  const cells = [
    ['Description', 'Quantity', 'Unit price (EUR)', 'VAT'],
    ['Paper', '3', '€ 49,90', '10 %'],
  ]

  expect(pasteInto(INVOICE_LINE, cells)).toEqual({
    value: [{ description: 'Paper', quantity: 3, unit_price: 49.9, tax_percent: 10 }],
    count: 1,
    left: [],
  })
})

test('a column of a sheet that the list does not have is left out and named', () => {
  const cells = [
    ['Article', 'Description', 'Unit price'],
    ['A-17', 'Paper', '2'],
  ]

  expect(pasteInto(INVOICE_LINE, cells)).toEqual({
    value: [{ description: 'Paper', unit_price: 2 }],
    count: 1,
    left: ['Article'],
  })
})

test('a heading above a single pasted column is not pasted, but a first row of values is', () => {
  expect(paste([['what'], ['Paper']])).toEqual([{ description: 'Paper' }])
  expect(paste([['what']])).toEqual([{ description: 'what' }])
  expect(
    paste([
      ['what', '3'],
      ['Paper', '4'],
    ]),
  ).toHaveLength(2)
})

test('all numbers that another language writes so are corrected at once, and other texts stay', () => {
  const { columns } = columnsOf(INVOICE_LINE)
  const value = [
    { description: '1,5', unit_price: '49,90' },
    { description: 'Ink', unit_price: 'dear', tax_percent: '10,5 %' },
  ]

  expect(correctNumbers(columns!, value, 'en-US')).toEqual({
    corrected: [
      { typed: '49,90', plain: '49.90' },
      { typed: '10,5 %', plain: '10.5' },
    ],
    value: [
      { description: '1,5', unit_price: 49.9 },
      { description: 'Ink', unit_price: 'dear', tax_percent: 10.5 },
    ],
  })
})
