import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { formatChoices, parseChoices, readChoices, withChoices } from './choice-lines.ts'
import { FIELD_KINDS, fieldKind, readGroups, withFieldKind } from './field-kinds.ts'
import { readTable, rowPointer, setClosed, unusedFieldName, writeTable } from './schema-table.ts'

const city = {
  type: 'string',
  title: 'City',
  description: 'Where',
  minLength: 2,
  pattern: '^[A-Z]',
  examples: ['Rome'],
}
const schema = {
  type: 'object',
  title: 'Weather',
  properties: {
    city,
    days: { type: 'integer', minimum: 1, default: 3 },
    unit: { oneOf: [{ const: 'c', title: 'Celsius' }] },
    region: { $ref: '#/$defs/region' },
  },
  required: ['city'],
  $defs: { region: { type: ['string', 'null'] } },
  additionalProperties: false,
}

const rowsOf = (authored: JsonObject) => readTable(authored).rows ?? []

describe('a schema as a table', () => {
  test('the table of a schema has a row for each field, in order, with its whole schema', () => {
    expect(rowsOf(schema)).toMatchObject([
      { name: 'city', required: true, property: city },
      { name: 'days', required: false },
      { name: 'unit', required: false },
      { name: 'region', required: false },
    ])
  })

  test.each([
    ['a closed schema', schema],
    ['an open one', { type: 'object', properties: { city } }],
    ['one with a dialect', { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }],
    [
      'one with rules of its own',
      { ...schema, allOf: [{ required: ['extra'] }], required: ['city', 'extra'] },
    ],
    ['one that declares that nothing is required', { ...schema, required: [] }],
  ])('%s is unchanged after it was read as a table and written back', (_, authored) => {
    expect(JSON.stringify(writeTable(rowsOf(authored), authored))).toBe(JSON.stringify(authored))
  })

  test('a field map stays a field map when its table is written', () => {
    const map = { query: { type: 'string', required: true, maxLength: 9 }, limit: { type: 'number', max: 5 } }

    expect(writeTable(rowsOf(map), map)).toEqual(map)
  })

  test('the table of a schema names the keywords that it does not show', () => {
    expect(readTable(schema)).toMatchObject({ others: ['$defs'], isClosed: true })
  })

  test('a field map becomes JSON Schema for a field that it cannot express', () => {
    const rows = rowsOf({ at: { type: 'string', required: true } })
    const dated = rows.map((row) => ({ ...row, property: { type: 'string', format: 'date' } }))

    expect(writeTable(dated, { at: { type: 'string', required: true } })).toEqual({
      type: 'object',
      properties: { at: { type: 'string', format: 'date' } },
      required: ['at'],
      additionalProperties: false,
    })
  })

  test('the last required field that becomes optional takes the keyword away', () => {
    const rows = rowsOf(schema).map((row) => ({ ...row, required: false }))

    expect(writeTable(rows, schema)).not.toHaveProperty('required')
  })

  test('the table of a schema knows the path of each field', () => {
    expect(rowPointer('/skills/0/parameters', schema, 'a/b')).toBe('/skills/0/parameters/properties/a~1b')
    expect(rowPointer('/skills/0/parameters', { city }, 'city')).toBe('/skills/0/parameters/city')
  })

  test('the table of a schema can refuse or allow other fields', () => {
    expect(setClosed(schema, false)).not.toHaveProperty('additionalProperties')
    expect(setClosed({ type: 'object' }, true)).toHaveProperty('additionalProperties', false)
  })

  test('a missing schema is an empty table', () => {
    expect(readTable(undefined).rows).toEqual([])
  })

  test.each([
    ['{"half":', 'is invalid'],
    [{ type: 'array' }, '"type": "object"'],
  ])('a schema that a table cannot show has the reason: %j', (authored, reason) => {
    expect(readTable(authored).reason).toContain(reason)
  })
})

const twoGroups: JsonObject = FIELD_KINDS.oneOf.keywords
const firstGroup = readGroups(twoGroups)![0]!

describe('the kind of a field', () => {
  // biome-ignore format: table
  test.each([
    [{ type: 'string' },                           'string'],
    [{ type: 'string', pattern: '^a' },            'string'],
    [{ type: 'string', format: 'iban' },           'string'],
    [{ type: 'string', format: 'textarea' },       'longText'],
    [{ type: 'string', format: 'date' },           'date'],
    [{ type: 'string', format: 'date-time' },      'dateTime'],
    [{ type: 'string', format: 'time' },           'time'],
    [{ type: 'string', format: 'email' },          'email'],
    [{ type: 'string', format: 'blob' },           'file'],
    [{ type: 'integer', enum: [1, 2] },            'choice'],
    [{ oneOf: [{ const: 'a', title: 'A' }] },      'choice'],
    [{ oneOf: [{ type: 'string' }] },              undefined],
    [twoGroups,                                    'oneOf'],
    [{ oneOf: [firstGroup, { type: 'string' }] },  undefined],
    [{ const: 'person' },                          'constant'],
    [{ const: 1 },                                 undefined],
    [{ type: 'string', format: 'color' },          'color'],
    [{ type: 'object', properties: {} },           'object'],
    [{ type: ['string', 'null'] },                 undefined],
    [{ $ref: '#/$defs/a' },                        undefined],
    [true,                                         undefined],
  ])('the kind of the field %j is %s', (property, kind) => {
    expect(fieldKind(property)).toBe(kind)
  })

  test('changing the kind of a field keeps what still applies', () => {
    expect(withFieldKind(city, 'date')).toEqual({
      ...{ type: 'string', format: 'date' },
      ...{ title: 'City', description: 'Where' },
    })
    expect(withFieldKind({ type: 'integer', minimum: 1, default: 3 }, 'number')).toEqual({
      ...{ type: 'number', minimum: 1, default: 3 },
    })
    expect(withFieldKind(city, 'longText')).toEqual({ ...city, format: 'textarea' })
  })
})

describe('choices as lines', () => {
  const labelled: JsonObject = {
    type: 'string',
    oneOf: [{ const: 'km', title: 'Kilometres' }, { const: 'mi' }],
  }

  test('choices with labels are written as titles, plain ones as an enum', () => {
    expect(formatChoices(readChoices(labelled) ?? [])).toBe('km = Kilometres\nmi')
    expect(withChoices({ type: 'string' }, parseChoices('km = Kilometres\nmi', 'string'))).toEqual(labelled)
    expect(withChoices(labelled, parseChoices('km\nmi', 'string'))).toEqual({
      type: 'string',
      enum: ['km', 'mi'],
    })
  })

  test('choices of a number stay numbers', () => {
    expect(withChoices({ type: 'integer' }, parseChoices('1 = One\n2', 'integer'))).toEqual({
      type: 'integer',
      oneOf: [{ const: 1, title: 'One' }, { const: 2 }],
    })
  })

  test('choices that lines cannot express are left to the JSON view', () => {
    expect(readChoices({ enum: ['a = b'] })).toBeNull()
    expect(readChoices({ enum: [null, 'a'] })).toBeNull()
    expect(readChoices({ oneOf: [{ const: 1, description: 'x' }] })).toBeNull()
  })
})

test('the fields of a group within a schema are read and written like those of the schema', () => {
  const group = { type: 'object', properties: { city }, required: ['city'], additionalProperties: false }
  const rows = [...rowsOf(group), { name: 'zip', required: false, property: { type: 'string' } }]

  expect(writeTable(rows, group)).toEqual({ ...group, properties: { city, zip: { type: 'string' } } })
})

test('a new field of a schema has a unique name', () => {
  expect(unusedFieldName([])).toBe('field')
  expect(unusedFieldName([{ name: 'field', required: false, property: {} }])).toBe('field_2')
})
