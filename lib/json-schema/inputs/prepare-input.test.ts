// biome-ignore-all lint/suspicious/noThenProperty: conditions of schemas have one
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../json/json.ts'
import type { Coercion } from '../evaluate/coercion.ts'
import { prepareInput } from './prepare-input.ts'

/** Returns an object schema with these properties. */
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})

/** Tests that later calls, which use the fast check, return the same as the first. */
function prepareOften(schema: JsonSchema, sent: unknown) {
  const first = prepareInput(schema, sent)
  for (let call = 0; call < 12; call++) expect(prepareInput(schema, sent)).toStrictEqual(first)
  return first
}

describe('defaults', () => {
  // biome-ignore format: table
  const cases: [sentence: string, schema: JsonSchema, sent: Json, value: Json][] = [
    ['fill what is absent', object({ limit: { type: 'integer', default: 10 } }), {}, { limit: 10 }],
    ['leave null alone', object({ limit: { type: ['integer', 'null'], default: 10 } }), { limit: null }, { limit: null }],
    ['leave "" and false alone', object({ a: { default: 'x' }, b: { default: true } }), { a: '', b: false }, { a: '', b: false }],
    ['leave "", 0 and null alone when another is absent', object({ a: { default: 'x' }, b: { default: 1 }, c: { default: 2 }, d: { default: 3 } }, { additionalProperties: false }), { a: '', b: 0, c: null }, { a: '', b: 0, c: null, d: 3 }],
    ['reach into objects of closed lists', object({ a: { type: 'array', items: object({ b: { type: 'integer', default: 1 }, c: { type: 'boolean', default: true } }, { additionalProperties: false }) } }, { additionalProperties: false }), { a: [{ c: false }, { b: 0, c: true }] }, { a: [{ c: false, b: 1 }, { b: 0, c: true }] }],
    ['reach into objects', object({ a: object({ b: { default: 1 } }) }), { a: {} }, { a: { b: 1 } }],
    ['make an optional object of its defaults', object({ a: object({ b: { default: 1 } }) }), {}, { a: { b: 1 } }],
    ['make no object that would lack something', object({ a: object({ b: { default: 1 }, c: {} }, { required: ['c'] }) }), {}, {}],
    ['make no object that breaks a rule around it', object({ a: object({ b: { default: 1 } }), c: {} }, { dependentRequired: { a: ['c'] } }), {}, {}],
    ['make no object of a type that contains itself', object({ next: { $ref: '#' }, v: { default: 1 } }), {}, { v: 1 }],
    ['reach into lists', object({ a: { items: object({ b: { default: 1 } }) } }), { a: [{}, { b: 2 }] }, { a: [{ b: 1 }, { b: 2 }] }],
    ['reach into tuples', object({ a: { prefixItems: [object({ b: { default: 1 } })] } }), { a: [{}, {}] }, { a: [{ b: 1 }, {}] }],
    ['reach through references', { ...object({ a: { $ref: '#/$defs/a' } }), $defs: { a: object({ b: { default: 1 } }) } }, { a: {} }, { a: { b: 1 } }],
    ['reach into additional properties', object({}, { additionalProperties: object({ b: { default: 1 } }) }), { x: {} }, { x: { b: 1 } }],
    ['fill the branch the value belongs to', object({ a: { oneOf: [object({ k: { const: 1 }, b: { default: 'one' } }), object({ k: { const: 2 }, b: { default: 'two' } })] } }), { a: { k: 2 } }, { a: { k: 2, b: 'two' } }],
    ['fill the condition that holds', object({ k: { default: 'x' } }, { if: object({ k: { const: 'x' } }), then: object({ b: { default: 1 } }), else: object({ b: { default: 2 } }) }), {}, { k: 'x', b: 1 }],
    ['fill an object that is a default itself', object({ a: object({ b: { default: 1 } }, { default: {} }) }), {}, { a: { b: 1 } }],
  ]
  test.each(cases)('%s', (_, schema, sent, value) => {
    const prepared = prepareOften(schema, sent)

    expect(prepared).toMatchObject({ value, issues: [], coercions: [] })
    expect(prepared.value).toStrictEqual(value)
  })

  test('are copied: two calls never share one object', () => {
    const schema = object({ tags: { type: 'array', default: ['a'] } })
    const first = prepareInput(schema, {}).value as { tags: string[] }
    first.tags.push('b')

    expect(prepareInput(schema, {}).value).toEqual({ tags: ['a'] })
  })
})

describe('coercion', () => {
  const shape = {
    oneOf: [
      object({ kind: { const: 'circle' }, radius: { type: 'number' } }, { required: ['kind', 'radius'] }),
      object(
        { kind: { const: 'square' }, side: { type: 'integer' }, label: { type: 'string' } },
        { required: ['kind', 'side'] },
      ),
    ],
  }
  // biome-ignore format: table
  const cases: [sentence: string, schema: JsonSchema, sent: Json, value: Json, coercions: Coercion[]][] = [
    ['reaches nested objects', object({ a: object({ n: { type: 'integer' } }) }), { a: { n: '5' } }, { a: { n: 5 } }, [{ path: '/a/n', from: '5', to: 5 }]],
    ['reaches items', object({ a: { type: 'array', items: { type: 'number' } } }), { a: [1, '2', '3'] }, { a: [1, 2, 3] }, [{ path: '/a/1', from: '2', to: 2 }, { path: '/a/2', from: '3', to: 3 }]],
    ['wraps, coerces inside and reports it once', object({ a: { type: 'array', items: { type: 'integer' } } }), { a: '5' }, { a: [5] }, [{ path: '/a', from: '5', to: [5] }]],
    ['reads JSON text, coerces inside and reports it once', object({ a: object({ n: { type: 'integer' } }) }), { a: '{"n":"5"}' }, { a: { n: 5 } }, [{ path: '/a', from: '{"n":"5"}', to: { n: 5 } }]],
    ['fills defaults inside JSON text too', object({ a: object({ n: { default: 1 } }) }), { a: '{}' }, { a: { n: 1 } }, [{ path: '/a', from: '{}', to: { n: 1 } }]],
    ['keeps a text that only looks like a list, when the list wants texts', object({ a: { type: 'array', items: { type: 'string', pattern: '^\\[' } } }), { a: '[1]' }, { a: ['[1]'] }, [{ path: '/a', from: '[1]', to: ['[1]'] }]],
    ['never touches what fits', object({ a: { anyOf: [{ type: 'string' }, { type: 'number' }] }, b: { type: 'string' } }), { a: '5', b: '007' }, { a: '5', b: '007' }, []],
    ['reads a union in its own order', object({ a: { type: ['integer', 'null'] } }), { a: '5' }, { a: 5 }, [{ path: '/a', from: '5', to: 5 }]],
    ['goes where the discriminator points', object({ shape }), { shape: { kind: 'square', side: '3', label: 7 } }, { shape: { kind: 'square', side: 3, label: '7' } }, [{ path: '/shape/side', from: '3', to: 3 }, { path: '/shape/label', from: 7, to: '7' }]],
    ['takes the branch that comes out valid', object({ a: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } }), { a: 'yes' }, { a: true }, [{ path: '/a', from: 'yes', to: true }]],
    ['prefers a plain reading to a list', object({ a: { anyOf: [{ type: 'array', items: { type: 'number' } }, { type: 'number' }] } }), { a: '5' }, { a: 5 }, [{ path: '/a', from: '5', to: 5 }]],
    ['coerces to an enum of numbers', object({ a: { enum: [1, 2] } }), { a: '2' }, { a: 2 }, [{ path: '/a', from: '2', to: 2 }]],
    ['coerces to a const', object({ a: { const: true } }), { a: 'yes' }, { a: true }, [{ path: '/a', from: 'yes', to: true }]],
    ['reaches through references and allOf', { ...object({ a: { allOf: [{ $ref: '#/$defs/n' }] } }), $defs: { n: { type: 'integer' } } }, { a: '1' }, { a: 1 }, [{ path: '/a', from: '1', to: 1 }]],
    ['reaches conditions', object({ k: {} }, { if: object({ k: { const: 1 } }), then: object({ n: { type: 'integer' } }) }), { k: 1, n: '2' }, { k: 1, n: 2 }, [{ path: '/n', from: '2', to: 2 }]],
    ['applies to the whole input', object({ n: { type: 'integer' } }), '{"n":2}', { n: 2 }, [{ path: '', from: '{"n":2}', to: { n: 2 } }]],
    ['is reported even if the coerced value violates another rule', object({ n: { type: 'integer' } }), { n: '7' }, { n: 7 }, [{ path: '/n', from: '7', to: 7 }]],
  ]
  test.each(cases)('%s', (_, schema, sent, value, coercions) => {
    expect(prepareOften(schema, sent)).toEqual({ value, coercions, issues: [], onlyMissing: false })
  })

  test('and validation are separate: a coerced value can still be invalid', () => {
    const prepared = prepareInput(object({ n: { type: 'integer', maximum: 5 } }), { n: '7' })

    expect(prepared.value).toEqual({ n: 7 })
    expect(prepared.issues).toMatchObject([{ path: '/n', message: 'must be 5 or less', keyword: 'maximum' }])
  })
})

describe('validation errors', () => {
  const pet = {
    oneOf: [
      object(
        { kind: { const: 'cat' }, lives: { type: 'integer' } },
        { required: ['kind', 'lives'], title: 'Cat' },
      ),
      object(
        { kind: { const: 'dog' }, tricks: { type: 'array' } },
        { required: ['kind', 'tricks'], title: 'Dog' },
      ),
    ],
  }
  // biome-ignore format: table
  const cases: [sentence: string, schema: JsonSchema, sent: unknown, issues: [path: string, message: string][]][] = [
    ['a pattern by an example that it matches', object({ a: { pattern: '^[0-9]{2}:[0-9]{2}$', examples: ['noon', '15:30'] } }), { a: '3 pm' }, [['/a', 'must have the form of “15:30”']]],
    ['a pattern by its default', object({ a: { pattern: '^#[0-9a-f]{6}$', default: '#ffffff' } }), { a: 'white' }, [['/a', 'must have the form of “#ffffff”']]],
    ['a pattern without an example', object({ a: { pattern: '^[0-9]+$', examples: ['x'] } }), { a: 'x' }, [['/a', 'must match ^[0-9]+$']]],
    ['an absent field, at its own place', object({ a: {} }, { required: ['a'] }), {}, [['/a', 'is required']]],
    ['an undeclared field, at its own path', object({}, { additionalProperties: false }), { 'a/b': 1 }, [['/a~1b', 'is not a known field']]],
    ['every fault at once', object({ a: { type: 'integer' }, b: { minLength: 3 } }, { required: ['c'] }), { a: 'x', b: 'y' }, [['/c', 'is required'], ['/a', 'must be a whole number'], ['/b', 'must be at least 3 characters']]],
    ['the branch the discriminator names', object({ pet }), { pet: { kind: 'cat' } }, [['/pet/lives', 'is required (when kind is "cat")']]],
    ['the branch that fits best', object({ pet }), { pet: { tricks: 'none', kind: 'bird' } }, [['/pet/kind', 'must be "dog" (as Dog)']]],
    ['a choice of types as one sentence', object({ a: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } }), { a: 'x' }, [['/a', 'must be a whole number or true or false']]],
    ['a choice of constants as one sentence', object({ a: { oneOf: [{ const: 'a', title: 'A' }, { const: 'b', title: 'B' }] } }), { a: 'c' }, [['/a', 'must be one of "a", "b"']]],
    ['an optional value as if it were required', object({ a: { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] } }), { a: 'x' }, [['/a', 'must be at least 3 characters']]],
    ['a value that fits two choices', object({ a: { oneOf: [{ type: 'number' }, { type: 'integer' }] } }), { a: 1 }, [['/a', 'matches more than one of the choices']]],
    ['an item, by its number', object({ a: { items: { type: 'string', format: 'email' } } }), { a: ['a@b.co', 'nobody'] }, [['/a/1', 'must be an e-mail address']]],
    ['a whole number past 2^53-1', object({ a: { type: 'integer' } }), { a: 2 ** 53 }, [['/a', 'must be between -9007199254740991 and 9007199254740991: larger whole numbers cannot be stored exactly']]],
    ['a long run of digits', object({ a: { type: 'integer' } }), { a: '9007199254740993' }, [['/a', 'must be a whole number (this number is too large to be stored exactly)']]],
    ['null where a value belongs', object({ a: { type: 'array' } }), { a: null }, [['/a', 'must be a list']]],
    ['a wrong type once, not its enum as well', object({ a: { type: 'integer', enum: [1, 2] } }), { a: 'x' }, [['/a', 'must be a whole number']]],
    ['a condition by what it asks, not by its name', object({ k: {} }, { if: object({ k: { const: 1 } }), then: { required: ['n'] } }), { k: 1 }, [['/n', 'is required']]],
    ['a list without the item it needs, once', object({ a: { contains: { const: 'x' } } }), { a: ['a', 'b', 'c'] }, [['/a', 'needs at least 1 item that match the contract']]],
    ['a name that is not allowed, once', object({}, { propertyNames: { pattern: '^[a-z]+$' } }), { A1: 1 }, [['/A1', 'is not allowed as a name here']]],
    ['a name that is in no list of names, once', object({}, { propertyNames: { enum: ['a', 'b'] } }), { a: 1, c: 1 }, [['/c', 'is not allowed as a name here']]],
    ['names where none is allowed', object({}, { propertyNames: false }), { a: 1, c: 1 }, [['/a', 'is not allowed as a name here'], ['/c', 'is not allowed as a name here']]],
    ['a date and time that goes over two lines', object({ a: { format: 'date-time' } }), { a: '2026-11-20\n09:30:00Z' }, [['/a', 'must be a date and time with its zone, such as 2026-11-20T09:30:00Z']]],
    ['a repeated item', object({ a: { uniqueItems: true } }), { a: [1, 2, 1] }, [['/a', 'must not repeat an item (1 and 3 are the same)']]],
    ['a value that is not JSON', object({}), { a: { b: new Date() } }, [['/a/b', 'is not JSON']]],
    ['a value that is not JSON where any value is allowed', object({ a: true }, { additionalProperties: false }), { a: new Date() }, [['/a', 'is not JSON']]],
    ['a number JSON cannot write', object({}), { a: Number.NaN }, [['/a', 'must be a finite number']]],
    ['a value that is not an object', object({}), 'hello', [['', 'must be an object']]],
    ['null instead of an input', object({}), null, [['', 'must be an object']]],
  ]
  test.each(cases)('%s', (_, schema, sent, issues) => {
    expect(prepareOften(schema, sent).issues.map(({ path, message }) => [path, message])).toEqual(issues)
  })

  test('missing fields are distinguished from all other errors', () => {
    const schema = object({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['a', 'b'] })

    expect(prepareInput(schema, {}).onlyMissing).toBe(true)
    expect(prepareInput(schema, { a: {} }).onlyMissing).toBe(false)
    expect(prepareInput(schema, { a: '', b: '' }).onlyMissing).toBe(false)
  })

  test('the list of errors is limited to a useful length', () => {
    const schema = object({ a: { items: { type: 'boolean' } } })

    expect(prepareInput(schema, { a: Array(5_000).fill('maybe') }).issues).toHaveLength(200)
  })
})

describe('whatever is sent', () => {
  test('nothing sent counts as an empty object', () => {
    expect(prepareInput(object({ a: { default: 1 } }), undefined).value).toEqual({ a: 1 })
  })

  test('__proto__ and constructor are ordinary keys', () => {
    const sent = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":"x","a":"1"}')
    const open = prepareInput(object({ a: { type: 'integer' } }), sent)
    const closed = prepareInput(object({ a: { type: 'integer' } }, { additionalProperties: false }), sent)

    expect(JSON.stringify(open.value)).toBe('{"__proto__":{"isAdmin":true},"constructor":"x","a":1}')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    expect(closed.issues.map(({ path }) => path)).toEqual(['/__proto__', '/constructor'])
  })

  test('a declared property may be called like something every object has', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"integer"},"toString":{"type":"integer"}},"required":["toString"]}',
    )

    expect(prepareInput(schema, {}).issues.map(({ path }) => path)).toEqual(['/toString'])
    expect(JSON.stringify(prepareInput(schema, JSON.parse('{"__proto__":"1","toString":"2"}')).value)).toBe(
      '{"__proto__":1,"toString":2}',
    )
  })

  test('an item may be called like a method that comparing would call', () => {
    const hostile: Json = JSON.parse('{ "valueOf": 1 }')
    const schema = object({ a: { uniqueItems: true }, b: { enum: [hostile] } })
    const sent: unknown = {
      a: [{ valueOf: 1 }, { valueOf: 2 }, { toString: 1 }, { toString: 1 }],
      b: { valueOf: 1 },
    }

    expect(prepareInput(schema, sent).issues.map(({ path }) => path)).toEqual(['/a'])
  })

  test('it is never changed', () => {
    const sent = { a: { n: '5' }, list: '1' }
    prepareInput(
      object({ a: object({ n: { type: 'integer' }, m: { default: 1 } }), list: { type: 'array' } }),
      sent,
    )

    expect(sent).toEqual({ a: { n: '5' }, list: '1' })
  })

  test('it is never modified', () => {
    class Inner {
      name = 'a'
    }
    const closed = (properties: JsonSchema) => object(properties, { additionalProperties: false })
    const row = closed({ name: { type: 'string' }, limit: { type: 'integer', default: 10 } })
    const schema = closed({ inner: row, rows: { type: 'array', items: row } })
    const sent = { inner: new Inner(), rows: [new Inner(), {}] }

    for (let call = 0; call < 12; call++) prepareInput(schema, sent)

    expect(sent).toStrictEqual({ inner: new Inner(), rows: [new Inner(), {}] })
  })

  test('a default that another rule contradicts is left out', () => {
    const schema = object({ a: { allOf: [{ type: 'string' }, { type: 'boolean', default: false }] } })

    expect(prepareInput(schema, {})).toMatchObject({ value: {}, coercions: [], issues: [] })
  })

  test('a value that two rules convert back and forth is reported at most once', () => {
    const schema = object({ a: { allOf: [{ type: 'number' }, { type: 'string' }] } })

    const { coercions } = prepareInput(schema, { a: 0 })

    expect(coercions.every(({ from }) => from === 0)).toBe(true)
    expect(coercions.length).toBeLessThan(2)
  })

  test('a default next to a branch with a reference is applied', () => {
    const schema = object(
      { limit: { type: 'integer', default: 10 } },
      { $defs: { id: { type: 'string' } }, anyOf: [{ properties: { id: { $ref: '#/$defs/id' } } }] },
    )

    expect(prepareOften(schema, { id: 'a' }).value).toEqual({ id: 'a', limit: 10 })
  })

  test('a text is as long as it has characters, and a whole number is one however it is written', () => {
    const schema = object({
      name: { type: 'string', minLength: 2, maxLength: 3 },
      count: { type: 'integer', minimum: 2, maximum: 2 ** 60 },
    })
    const isAccepted = (sent: Json) => prepareOften(schema, sent).issues.length === 0

    const names = ['😀', '😀a', '😀😀', '😀😀😀', '😀😀😀😀', 'a', 'ab', 'abc', 'abcd']
    expect(names.map((name) => isAccepted({ name }))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ])
    const counts = [2, 2.0, 1, 2.5, -0, 2 ** 53 - 1, 2 ** 53]
    expect(counts.map((count) => isAccepted({ count }))).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
      false,
    ])
  })

  test('a value nested without end is refused, not followed', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic

    expect(prepareInput(object({}), { deep }).issues).toHaveLength(1)
    expect(prepareInput(object({}), cyclic).issues).toHaveLength(1)
  })

  test('choices within choices are given up on, not waited for', () => {
    const node: JsonSchema = {
      anyOf: [1, 2, 3].map((kind) =>
        object({ kind: { const: kind }, next: { $ref: '#/$defs/node' } }, { required: ['value'] }),
      ),
    }
    const schema = { ...object({ node: { $ref: '#/$defs/node' } }), $defs: { node } }
    let sent: Json = {}
    for (let depth = 0; depth < 30; depth++) sent = { next: sent }
    const { issues } = prepareInput(schema, { node: sent })

    expect(issues).toMatchObject([{ path: '', keyword: 'effort' }])
  })

  test('a prepared value is unchanged when prepared again', () => {
    const schema = object({
      n: { type: 'integer' },
      b: { type: 'boolean', default: false },
      list: { type: 'array', items: { type: 'number' } },
      inner: object({ text: { type: 'string' }, any: {} }),
      choice: { anyOf: [{ type: 'integer' }, object({ n: { type: 'number' } })] },
    })
    const scalar = fc.oneof(
      fc.string({ maxLength: 4 }),
      fc.integer().map(String),
      fc.double(),
      fc.boolean(),
      fc.constantFrom('yes', '[1]', '{"n":"1"}', '1e3', null),
    )
    const sent = fc.dictionary(
      fc.constantFrom('n', 'b', 'list', 'inner', 'choice', 'x'),
      fc.oneof(
        scalar,
        fc.array(scalar, { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('text', 'any', 'n'), scalar),
      ),
    )
    fc.assert(
      fc.property(sent, (given) => {
        const first = prepareInput(schema, given)
        if (first.issues.length > 0) return
        const again = prepareInput(schema, first.value)
        expect(again).toEqual({ value: first.value, coercions: [], issues: [], onlyMissing: false })
      }),
      { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 150 },
    )
  })
})
