import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { type DrawnKind, drawnKind } from './drawn-kind.ts'
import { formContract } from './form-contract.ts'
import { branchNames } from './kind-names.ts'
import { objectParts } from './parts.ts'
import { readSpot } from './spot.ts'
import { switched } from './switch-kind.ts'

function spotOf(schema: JsonSchema, value: Json | undefined, picks = {}, wanted = true) {
  const contract = formContract(schema)
  return readSpot(contract, [contract.schema], value, { picks, wanted })
}

describe('what is drawn', () => {
  const $defs = { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } }

  // biome-ignore format: a table reads in rows
  test.each<[string, JsonSchema, Json | undefined, DrawnKind]>([
    ['a list for a list',                      { type: 'array' },                              [1],       'array'],
    ['the JSON of an object that is no list',  { type: 'array' },                              { a: 1 },  'misfit'],
    ['the JSON of a null that is not allowed', { type: 'string' },                             null,      'misfit'],
    ['a null that is allowed',                 { type: ['string', 'null'] },                   null,      'null'],
    ['a null of a choice',                     { anyOf: [{ type: 'string' }, { type: 'null' }] }, null,   'null'],
    ['a text for text or null',                { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'x',    'string'],
    ['half a number, while it is typed',       { type: 'number' },                             '4e',      'number'],
    ['a listed value',                         { enum: ['a', 'b'] },                           'a',       'options'],
    ['a value that is not listed, kept',       { enum: ['a', 'b'] },                           'c',       'options'],
    ['titled constants as a list',             { oneOf: [{ const: 1, title: 'One' }, { const: 2, title: 'Two' }] }, 1, 'options'],
    ['anything for nothing said',              {},                                             [1],       'any'],
    ['an object where only properties say so', { properties: { a: {} } },                      undefined, 'object'],
    ['what a reference names',                 { $ref: '#/$defs/node', $defs },                undefined, 'object'],
    ['the one type all members allow',         { allOf: [{ type: ['string', 'number'] }, { type: ['number', 'null'] }] }, undefined, 'number'],
    ['the type that is there',                 { type: ['string', 'array'] },                  [1],       'array'],
  ])('is %s', (_, schema, value, kind) => {
    expect(drawnKind(spotOf(schema, value), value, {})).toBe(kind)
  })
})

describe('a choice', () => {
  const pet: JsonSchema = {
    oneOf: [
      { title: 'Cat', properties: { kind: { const: 'cat' }, lives: { default: 9 } }, required: ['kind'] },
      { properties: { kind: { const: 'dog' }, name: {}, tricks: { type: 'array' } }, required: ['kind'] },
    ],
    type: 'object',
    properties: { name: { type: 'string' } },
  }

  // biome-ignore format: a table reads in rows
  test.each<[string, Json | undefined, number]>([
    ['is what its mark says',        { kind: 'dog' },             1],
    ['is what its mark says, faults or not', { kind: 'dog', tricks: 5 }, 1],
    ['is the first while nothing is there', undefined,            0],
  ])('%s', (_, value, chosen) => {
    expect(spotOf(pet, value).choices[0]?.chosen).toBe(chosen)
  })

  test('is what was picked', () => {
    const [choice] = spotOf(pet, { kind: 'cat' }).choices

    expect(spotOf(pet, {}, { [choice?.key ?? '']: 1 }).choices[0]?.chosen).toBe(1)
  })

  test('brings its properties beside those around it', () => {
    expect([...objectParts(spotOf(pet, { kind: 'cat' }), {}).properties.keys()]).toEqual([
      'name',
      'kind',
      'lives',
    ])
  })

  test('that is switched keeps what both know and sets what marks the new one', () => {
    const contract = formContract(pet)
    const key = spotOf(pet, {}).choices[0]?.key ?? ''
    const before = { name: 'Tom', kind: 'cat', lives: 3 }

    expect(switched(contract, [contract.schema], before, { [key]: 1 })).toEqual({ name: 'Tom', kind: 'dog' })
  })

  test('that only checks what is drawn anyway is not asked', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }

    expect(spotOf(schema, {}).choices).toEqual([])
  })

  test('has a name for each branch, and no name twice', () => {
    const branches: JsonSchema[] = [
      { title: 'Cat' },
      { properties: { kind: { const: 'guide_dog' } } },
      { type: 'string', format: 'uri' },
      { type: 'string' },
      { type: 'array', items: { type: 'string' } },
      {},
    ]

    expect(branchNames(formContract({ oneOf: branches }), branches)).toEqual([
      'Cat',
      'Guide dog',
      'Text (uri)',
      'Text (4)',
      'List: text',
      'Choice 6',
    ])
  })
})

describe('a condition', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { country: { type: 'string' } },
    if: { properties: { country: { const: 'US' } }, required: ['country'] },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword
    then: { properties: { zip: {} }, required: ['zip'] },
    else: { properties: { postcode: {} } },
  }

  test.each<[Json | undefined, string]>([
    [{ country: 'US' }, 'zip'],
    [{ country: 'NO' }, 'postcode'],
    [undefined, 'postcode'],
  ])('of %j shows %s', (value, name) => {
    expect([...objectParts(spotOf(schema, value), value).properties.keys()]).toEqual(['country', name])
  })
})

test('conditions that nobody has answered yet show nothing, when there are several', () => {
  const when = (kind: string): JsonSchema => ({
    if: { properties: { kind: { const: kind } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword
    then: { properties: { [kind]: {} } },
  })
  const schema = { type: 'object', properties: { kind: {} }, allOf: [when('a'), when('b')] }
  const names = (value: Json) => [...objectParts(spotOf(schema, value), value).properties.keys()]

  expect(names({})).toEqual(['kind'])
  expect(names({ kind: 'b' })).toEqual(['kind', 'b'])
})

describe('names of one’s own', () => {
  // biome-ignore format: a table reads in rows
  test.each<[string, JsonSchema, boolean]>([
    ['are invited by a schema for them',    { properties: { a: {} }, additionalProperties: { type: 'string' } }, true],
    ['are invited by patterns',             { patternProperties: { '^x-': {} }, additionalProperties: false },   true],
    ['are invited where nothing is named',  { type: 'object' },                                                  true],
    ['are not, where none are named',       { type: 'object', properties: {} },                                  false],
    ['are not, where they are refused',     { type: 'object', additionalProperties: false },                     false],
    ['are not, where nobody spoke of them', { properties: { a: {} } },                                           false],
  ])('%s', (_, schema, isOpen) => {
    expect(objectParts(spotOf(schema, {}), {}).isOpen).toBe(isOpen)
  })

  test('have the schema of their pattern, else that of the others', () => {
    const { schemasOf } = objectParts(
      spotOf(
        { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: { type: 'string' } },
        {},
      ),
      {},
    )

    expect(schemasOf('x-a')).toMatchObject([{ type: 'number' }])
    expect(schemasOf('b')).toMatchObject([{ type: 'string' }])
  })
})
