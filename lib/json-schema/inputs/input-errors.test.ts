// biome-ignore-all lint/suspicious/noThenProperty: conditions of schemas have one
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { objectSchema } from '../../testing/setup/runs/object-schema.ts'
import { prepareInput } from './prepare-input.ts'

describe('validation errors', () => {
  const pet = {
    oneOf: [
      objectSchema(
        { kind: { const: 'cat' }, lives: { type: 'integer' } },
        { required: ['kind', 'lives'], title: 'Cat' },
      ),
      objectSchema(
        { kind: { const: 'dog' }, tricks: { type: 'array' } },
        { required: ['kind', 'tricks'], title: 'Dog' },
      ),
    ],
  }
  // biome-ignore format: table
  const cases: [sentence: string, schema: JsonSchema, sent: unknown, issues: [path: string, message: string][]][] = [
    ['a pattern by an example that it matches', objectSchema({ a: { pattern: '^[0-9]{2}:[0-9]{2}$', examples: ['noon', '15:30'] } }), { a: '3 pm' }, [['/a', 'must have the form of “15:30”']]],
    ['a pattern in words, and not by its default', objectSchema({ a: { pattern: '^(auto|[a-z]{2})$', default: 'auto' } }), { a: 'EN-us' }, [['/a', 'must be “auto” or two lowercase letters']]],
    ['a pattern that takes more than words, with its default as one example', objectSchema({ a: { pattern: '^(?:[a-z]+(?:-[a-z]+(?:_[a-z]+)*)*|auto|(?:[0-9]+(?:,[0-9]+)*)+){1,2}$', default: 'auto' } }), { a: '!' }, [['/a', 'must match ^(?:[a-z]+(?:-[a-z]+(?:_[a-z]+)*)*|auto|(?:[0-9]+(?:,[0-9]+)*)+){1,2}$, such as “auto”']]],
    ['a pattern without an example', objectSchema({ a: { pattern: '^[0-9]+$', examples: ['x'] } }), { a: 'x' }, [['/a', 'must be one or more digits']]],
    ['an absent field, at its own place', objectSchema({ a: {} }, { required: ['a'] }), {}, [['/a', 'is required']]],
    ['an undeclared field, at its own path', objectSchema({}, { additionalProperties: false }), { 'a/b': 1 }, [['/a~1b', 'is not a known field']]],
    ['every fault at once', objectSchema({ a: { type: 'integer' }, b: { minLength: 3 } }, { required: ['c'] }), { a: 'x', b: 'y' }, [['/c', 'is required'], ['/a', 'must be a whole number'], ['/b', 'must be at least 3 characters']]],
    ['the branch the discriminator names', objectSchema({ pet }), { pet: { kind: 'cat' } }, [['/pet/lives', 'is required (when kind is "cat")']]],
    ['the branch that fits best', objectSchema({ pet }), { pet: { tricks: 'none', kind: 'bird' } }, [['/pet/kind', 'must be "dog" (as Dog)']]],
    ['a choice of types as one sentence', objectSchema({ a: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } }), { a: 'x' }, [['/a', 'must be a whole number or true or false']]],
    ['a choice of constants as one sentence', objectSchema({ a: { oneOf: [{ const: 'a', title: 'A' }, { const: 'b', title: 'B' }] } }), { a: 'c' }, [['/a', 'must be one of "a", "b"']]],
    ['an optional value as if it were required', objectSchema({ a: { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] } }), { a: 'x' }, [['/a', 'must be at least 3 characters']]],
    ['a value that fits two choices', objectSchema({ a: { oneOf: [{ type: 'number' }, { type: 'integer' }] } }), { a: 1 }, [['/a', 'matches more than one of the choices']]],
    ['an item, by its number', objectSchema({ a: { items: { type: 'string', format: 'email' } } }), { a: ['a@b.co', 'no address'] }, [['/a/1', 'must be an e-mail address']]],
    ['a whole number past 2^53-1', objectSchema({ a: { type: 'integer' } }), { a: 2 ** 53 }, [['/a', 'must be between -9007199254740991 and 9007199254740991: larger whole numbers cannot be stored exactly']]],
    ['a long run of digits', objectSchema({ a: { type: 'integer' } }), { a: '9007199254740993' }, [['/a', 'must be a whole number (this number is too large to be stored exactly)']]],
    ['null where a value belongs', objectSchema({ a: { type: 'array' } }), { a: null }, [['/a', 'must be a list']]],
    ['a wrong type once, not its enum as well', objectSchema({ a: { type: 'integer', enum: [1, 2] } }), { a: 'x' }, [['/a', 'must be a whole number']]],
    ['a condition by what it asks, not by its name', objectSchema({ k: {} }, { if: objectSchema({ k: { const: 1 } }), then: { required: ['n'] } }), { k: 1 }, [['/n', 'is required']]],
    ['a list without the item it needs, once', objectSchema({ a: { contains: { const: 'x' } } }), { a: ['a', 'b', 'c'] }, [['/a', 'needs at least 1 item that match the contract']]],
    ['a name that is not allowed, once', objectSchema({}, { propertyNames: { pattern: '^[a-z]+$' } }), { A1: 1 }, [['/A1', 'is not allowed as a name here']]],
    ['a name that is in no list of names, once', objectSchema({}, { propertyNames: { enum: ['a', 'b'] } }), { a: 1, c: 1 }, [['/c', 'is not allowed as a name here']]],
    ['names where none is allowed', objectSchema({}, { propertyNames: false }), { a: 1, c: 1 }, [['/a', 'is not allowed as a name here'], ['/c', 'is not allowed as a name here']]],
    ['a date and time that goes over two lines', objectSchema({ a: { format: 'date-time' } }), { a: '2026-11-20\n09:30:00Z' }, [['/a', 'must be a date and time with its zone, such as 2026-11-20T09:30:00Z']]],
    ['a repeated item', objectSchema({ a: { uniqueItems: true } }), { a: [1, 2, 1] }, [['/a', 'must not repeat an item (1 and 3 are the same)']]],
    ['a value that is not JSON', objectSchema({}), { a: { b: new Date() } }, [['/a/b', 'is not JSON']]],
    ['a value that is not JSON where any value is allowed', objectSchema({ a: true }, { additionalProperties: false }), { a: new Date() }, [['/a', 'is not JSON']]],
    ['a number JSON cannot write', objectSchema({}), { a: Number.NaN }, [['/a', 'must be a finite number']]],
    ['a value that is not an object', objectSchema({}), 'hello', [['', 'must be an object']]],
    ['null instead of an input', objectSchema({}), null, [['', 'must be an object']]],
  ]
  test.each(cases)('validation errors: %s', (_, schema, sent, issues) => {
    expect(prepareInput(schema, sent).issues.map(({ path, message }) => [path, message])).toEqual(issues)
  })

  test('an input that only lacks required fields is told from one with other errors', () => {
    const schema = objectSchema({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['a', 'b'] })

    expect(prepareInput(schema, {}).onlyMissing).toBe(true)
    expect(prepareInput(schema, { a: {} }).onlyMissing).toBe(false)
    expect(prepareInput(schema, { a: '', b: '' }).onlyMissing).toBe(false)
  })

  test('the issues of one input end after a few hundred', () => {
    const schema = objectSchema({ a: { items: { type: 'boolean' } } })

    expect(prepareInput(schema, { a: Array(5_000).fill('maybe') }).issues).toHaveLength(200)
  })
})
