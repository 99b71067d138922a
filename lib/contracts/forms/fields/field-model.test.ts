import { describe, expect, test } from 'vitest'
import type { Json, JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { formContract } from '../validation/form-contract.ts'
import { switchKind } from '../values/switch-kind.ts'
import { type ControlKind, controlKind } from './control-kind.ts'
import { readFieldModel } from './field-model.ts'
import { branchNames } from './kind-names.ts'
import { objectParts } from './schema-parts.ts'

function fieldModelOf(schema: JsonSchema, value: Json | undefined, picks = {}, needsBranch = true) {
  const contract = formContract(schema)
  return readFieldModel(contract, [contract.schema], value, { picks, needsBranch })
}

/** Returns the property `v` after switching from the branch with schema `a` to that with `b`. */
function switchAtoB(a: Json, b: Json, before: Json) {
  const branch = (type: string, v: Json) => ({
    properties: { type: { const: type }, v },
    required: ['type', 'v'],
  })
  const schema: JsonSchema = { type: 'object', oneOf: [branch('a', a), branch('b', b)] }
  const contract = formContract(schema)
  const key = fieldModelOf(schema, {}).choices[0]?.key ?? ''
  const value = switchKind({
    contract,
    schemas: [contract.schema],
    before: { type: 'a', v: before },
    from: { [key]: 0 },
    to: { [key]: 1 },
  })
  return (value as JsonObject).v
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
  ])('the control of a field is the one for %s', (_, schema, value, kind) => {
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
  ])('a choice in a form selects its branch: %s', (_, value, chosen) => {
    expect(fieldModelOf(pet, value).choices[0]?.chosen).toBe(chosen)
  })

  test('a choice in a form is the selected branch', () => {
    const [choice] = fieldModelOf(pet, { kind: 'cat' }).choices

    expect(fieldModelOf(pet, {}, { [choice?.key ?? '']: 1 }).choices[0]?.chosen).toBe(1)
  })

  test('a choice in a form adds its properties to those of its parent', () => {
    expect([...objectParts(fieldModelOf(pet, { kind: 'cat' }), {}).properties.keys()]).toEqual([
      'name',
      'kind',
      'lives',
    ])
  })

  test('a switched choice keeps shared fields and sets the discriminator', () => {
    const contract = formContract(pet)
    const key = fieldModelOf(pet, {}).choices[0]?.key ?? ''
    const before = { name: 'Tom', kind: 'cat', lives: 3 }

    expect(
      switchKind({ contract, schemas: [contract.schema], before, from: { [key]: 0 }, to: { [key]: 1 } }),
    ).toEqual({ name: 'Tom', kind: 'dog' })
  })

  test('a choice that depends on a field sets the discriminator and keeps the rest', () => {
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

    expect(
      switchKind({ contract, schemas: [contract.schema], before, from: { [key]: 0 }, to: { [key]: 1 } }),
    ).toEqual({ pets: 'One', note: 'x' })
  })

  // biome-ignore format: table
  test.each<[string, Json, Json, Json, Json]>([
    ['a number',             { type: 'integer', default: 80 },   { type: 'integer', default: 443 },    80,  443],
    ['an option',            { enum: ['x', 'y'], default: 'x' }, { enum: ['y', 'z'], default: 'z' },   'x', 'z'],
    ['another type',         { type: 'string', default: 's' },   { type: 'integer', default: 3 },      's', 3],
    ['a list',               { type: 'array', default: [1] },    { type: 'array', default: [2] },      [1], [2]],
    ['nothing to default to', { type: 'integer', default: 80 },  { type: 'integer' },                  80,  undefined as never],
  ])('a switched choice replaces an untouched default by that of the new branch: %s', (_, a, b, before, after) => {
    expect(switchAtoB(a, b, before)).toEqual(after)
  })

  test('a switched choice keeps what was entered, also beside an untouched default inside an object', () => {
    const net = (port: number): Json => ({
      type: 'object',
      properties: { port: { default: port }, host: { type: 'string' } },
    })

    expect(switchAtoB({ type: 'integer', default: 80 }, { type: 'integer', default: 443 }, 8080)).toBe(8080)
    expect(switchAtoB(net(80), net(443), { port: 80, host: 'a' })).toEqual({ port: 443, host: 'a' })
  })

  test('a switched choice between values of one type replaces an untouched default, too', () => {
    const schema: JsonSchema = {
      oneOf: [
        { type: 'string', format: 'uri', default: 'https://example.com' },
        { type: 'string', format: 'email', default: 'a@example.com' },
      ],
    }
    const contract = formContract(schema)
    const key = fieldModelOf(schema, 'x').choices[0]?.key ?? ''
    const toMail = (before: Json) =>
      switchKind({ contract, schemas: [contract.schema], before, from: { [key]: 0 }, to: { [key]: 1 } })

    expect(toMail('https://example.com')).toBe('a@example.com')
    expect(toMail('https://other.example')).toBe('https://other.example')
  })

  test('a choice that only validates fields drawn anyway is not shown', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }

    expect(fieldModelOf(schema, {}).choices).toEqual([])
  })

  test('a choice in a form adds a field for a required name that nothing declares, unless the contract forbids it', () => {
    const schema: JsonSchema = {
      properties: { a: {} },
      required: ['a', 'ghost', 'x-more'],
      patternProperties: { '^x-': { type: 'integer' } },
    }
    const names = (more: JsonSchema) => [
      ...objectParts(fieldModelOf({ ...schema, ...more }, {}), {}).properties.keys(),
    ]

    expect(names({})).toEqual(['a', 'ghost', 'x-more'])
    expect(names({ additionalProperties: false })).toEqual(['a', 'x-more'])
    expect(names({ dependentRequired: { a: ['b'] } })).toEqual(['a', 'ghost', 'x-more'])
    expect([
      ...objectParts(fieldModelOf({ ...schema, dependentRequired: { a: ['b'] } }, { a: 1 }), {
        a: 1,
      }).properties.keys(),
    ]).toEqual(['a', 'ghost', 'x-more', 'b'])
  })

  test('a choice in a form has a name for each branch, and no name twice', () => {
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
  ])('a condition in a form shows for the value %j the field %s', (value, name) => {
    expect([...objectParts(fieldModelOf(schema, value), value).properties.keys()]).toEqual(['country', name])
  })
})

test('several unanswered conditions in a form show nothing', () => {
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
  ])('custom names in a form are allowed or not: %s', (_, schema, isOpen) => {
    expect(objectParts(fieldModelOf(schema, {}), {}).isOpen).toBe(isOpen)
  })

  test('custom names in a form have the schema of their pattern, else that of the others', () => {
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
