import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '#lib/json/json.ts'
import { type ControlKind, controlKind } from './control-kind.ts'
import { readFieldModel } from './field-model.ts'
import { formContract } from './form-contract.ts'
import { branchNames } from './kind-names.ts'
import { objectParts } from './schema-parts.ts'
import { switched } from './switch-kind.ts'

function fieldModelOf(schema: JsonSchema, value: Json | undefined, picks = {}, needsBranch = true) {
  const contract = formContract(schema)
  return readFieldModel(contract, [contract.schema], value, { picks, needsBranch })
}

describe('the field model', () => {
  const $defs = { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } }

  // biome-ignore format: table
  test.each<[string, JsonSchema, Json | undefined, ControlKind]>([
    ['a list for a list',                      { type: 'array' },                              [1],       'array'],
    ['the JSON of an object that is not a list',  { type: 'array' },                              { a: 1 },  'misfit'],
    ['the JSON of a null that is not allowed', { type: 'string' },                             null,      'misfit'],
    ['a null that is allowed',                 { type: ['string', 'null'] },                   null,      'null'],
    ['a null of a choice',                     { anyOf: [{ type: 'string' }, { type: 'null' }] }, null,   'null'],
    ['a text for text or null',                { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'x',    'string'],
    ['half a number, while it is typed',       { type: 'number' },                             '4e',      'number'],
    ['a listed value',                         { enum: ['a', 'b'] },                           'a',       'options'],
    ['a value that is not listed',             { enum: ['a', 'b'] },                           'c',       'options'],
    ['titled constants as a list',             { oneOf: [{ const: 1, title: 'One' }, { const: 2, title: 'Two' }] }, 1, 'options'],
    ['anything without a type',                {},                                             [1],       'any'],
    ['an object known by its properties',      { properties: { a: {} } },                      undefined, 'object'],
    ['the target of a reference',                 { $ref: '#/$defs/node', $defs },                undefined, 'object'],
    ['the one type all members allow',         { allOf: [{ type: ['string', 'number'] }, { type: ['number', 'null'] }] }, undefined, 'number'],
    ['the type that is there',                 { type: ['string', 'array'] },                  [1],       'array'],
  ])('is %s', (_, schema, value, kind) => {
    expect(controlKind(fieldModelOf(schema, value), value, {})).toBe(kind)
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

  // biome-ignore format: table
  test.each<[string, Json | undefined, number]>([
    ['is what its mark says',        { kind: 'dog' },             1],
    ['is what its mark says, faults or not', { kind: 'dog', tricks: 5 }, 1],
    ['is the first while nothing is there', undefined,            0],
  ])('%s', (_, value, chosen) => {
    expect(fieldModelOf(pet, value).choices[0]?.chosen).toBe(chosen)
  })

  test('is the selected branch', () => {
    const [choice] = fieldModelOf(pet, { kind: 'cat' }).choices

    expect(fieldModelOf(pet, {}, { [choice?.key ?? '']: 1 }).choices[0]?.chosen).toBe(1)
  })

  test('adds its properties to those of its parent', () => {
    expect([...objectParts(fieldModelOf(pet, { kind: 'cat' }), {}).properties.keys()]).toEqual([
      'name',
      'kind',
      'lives',
    ])
  })

  test('that is switched keeps shared fields and sets the discriminator', () => {
    const contract = formContract(pet)
    const key = fieldModelOf(pet, {}).choices[0]?.key ?? ''
    const before = { name: 'Tom', kind: 'cat', lives: 3 }

    expect(switched({ contract, schemas: [contract.schema], before, from: { [key]: 0 }, to: { [key]: 1 } })).toEqual({ name: 'Tom', kind: 'dog' })
  })

  test('that depends on a field sets the discriminator and keeps the rest', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { pets: { enum: ['No', 'One'] }, note: { type: 'string' } },
      dependentSchemas: {
        pets: {
          oneOf: [
            { properties: { pets: { enum: ['No'] } } },
            { properties: { pets: { enum: ['One'] }, age: { type: 'number' } } },
          ],
        },
      },
    }
    const contract = formContract(schema)
    const before = { pets: 'No', note: 'x' }
    const key = fieldModelOf(schema, before).choices[0]?.key ?? ''

    expect(switched({ contract, schemas: [contract.schema], before, from: { [key]: 0 }, to: { [key]: 1 } })).toEqual({ pets: 'One', note: 'x' })
  })

  test('that only validates fields drawn anyway is not shown', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }

    expect(fieldModelOf(schema, {}).choices).toEqual([])
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
    expect([...objectParts(fieldModelOf(schema, value), value).properties.keys()]).toEqual(['country', name])
  })
})

test('unanswered conditions show nothing if there are several', () => {
  const when = (kind: string): JsonSchema => ({
    if: { properties: { kind: { const: kind } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword
    then: { properties: { [kind]: {} } },
  })
  const schema = { type: 'object', properties: { kind: {} }, allOf: [when('a'), when('b')] }
  const names = (value: Json) => [...objectParts(fieldModelOf(schema, value), value).properties.keys()]

  expect(names({})).toEqual(['kind'])
  expect(names({ kind: 'b' })).toEqual(['kind', 'b'])
})

describe('custom names', () => {
  // biome-ignore format: table
  test.each<[string, JsonSchema, boolean]>([
    ['are invited by a schema for them',    { properties: { a: {} }, additionalProperties: { type: 'string' } }, true],
    ['are invited by patterns',             { patternProperties: { '^x-': {} }, additionalProperties: false },   true],
    ['are invited where nothing is named',  { type: 'object' },                                                  true],
    ['are not, where none are named',       { type: 'object', properties: {} },                                  false],
    ['are not, where they are refused',     { type: 'object', additionalProperties: false },                     false],
    ['are not shown where they are not declared', { properties: { a: {} } },                                           false],
  ])('%s', (_, schema, isOpen) => {
    expect(objectParts(fieldModelOf(schema, {}), {}).isOpen).toBe(isOpen)
  })

  test('have the schema of their pattern, else that of the others', () => {
    const { schemasOf } = objectParts(
      fieldModelOf(
        { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: { type: 'string' } },
        {},
      ),
      {},
    )

    expect(schemasOf('x-a')).toMatchObject([{ type: 'number' }])
    expect(schemasOf('b')).toMatchObject([{ type: 'string' }])
  })
})
