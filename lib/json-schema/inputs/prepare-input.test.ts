// biome-ignore-all lint/suspicious/noThenProperty: conditions of schemas have one
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { objectSchema } from '../../testing/setup/runs/object-schema.ts'
import type { Coercion } from './coercions.ts'
import { prepareInput } from './prepare-input.ts'

describe('defaults', () => {
  // biome-ignore format: table
  const cases: [sentence: string, schema: JsonSchema, sent: Json, value: Json][] = [
    ['fill what is absent', objectSchema({ limit: { type: 'integer', default: 10 } }), {}, { limit: 10 }],
    ['leave null alone', objectSchema({ limit: { type: ['integer', 'null'], default: 10 } }), { limit: null }, { limit: null }],
    ['leave "" and false alone', objectSchema({ a: { default: 'x' }, b: { default: true } }), { a: '', b: false }, { a: '', b: false }],
    ['leave "", 0 and null alone when another is absent', objectSchema({ a: { default: 'x' }, b: { default: 1 }, c: { default: 2 }, d: { default: 3 } }, { additionalProperties: false }), { a: '', b: 0, c: null }, { a: '', b: 0, c: null, d: 3 }],
    ['reach into objects of closed lists', objectSchema({ a: { type: 'array', items: objectSchema({ b: { type: 'integer', default: 1 }, c: { type: 'boolean', default: true } }, { additionalProperties: false }) } }, { additionalProperties: false }), { a: [{ c: false }, { b: 0, c: true }] }, { a: [{ c: false, b: 1 }, { b: 0, c: true }] }],
    ['reach into objects', objectSchema({ a: objectSchema({ b: { default: 1 } }) }), { a: {} }, { a: { b: 1 } }],
    ['make an optional object of its defaults', objectSchema({ a: objectSchema({ b: { default: 1 } }) }), {}, { a: { b: 1 } }],
    ['make no object that would lack something', objectSchema({ a: objectSchema({ b: { default: 1 }, c: {} }, { required: ['c'] }) }), {}, {}],
    ['make no object that breaks a rule around it', objectSchema({ a: objectSchema({ b: { default: 1 } }), c: {} }, { dependentRequired: { a: ['c'] } }), {}, {}],
    ['make no object of a type that contains itself', objectSchema({ next: { $ref: '#' }, v: { default: 1 } }), {}, { v: 1 }],
    ['reach into lists', objectSchema({ a: { items: objectSchema({ b: { default: 1 } }) } }), { a: [{}, { b: 2 }] }, { a: [{ b: 1 }, { b: 2 }] }],
    ['reach into tuples', objectSchema({ a: { prefixItems: [objectSchema({ b: { default: 1 } })] } }), { a: [{}, {}] }, { a: [{ b: 1 }, {}] }],
    ['reach through references', { ...objectSchema({ a: { $ref: '#/$defs/a' } }), $defs: { a: objectSchema({ b: { default: 1 } }) } }, { a: {} }, { a: { b: 1 } }],
    ['reach into additional properties', objectSchema({}, { additionalProperties: objectSchema({ b: { default: 1 } }) }), { x: {} }, { x: { b: 1 } }],
    ['fill the branch the value belongs to', objectSchema({ a: { oneOf: [objectSchema({ k: { const: 1 }, b: { default: 'one' } }), objectSchema({ k: { const: 2 }, b: { default: 'two' } })] } }), { a: { k: 2 } }, { a: { k: 2, b: 'two' } }],
    ['fill the condition that holds', objectSchema({ k: { default: 'x' } }, { if: objectSchema({ k: { const: 'x' } }), then: objectSchema({ b: { default: 1 } }), else: objectSchema({ b: { default: 2 } }) }), {}, { k: 'x', b: 1 }],
    ['fill an object that is a default itself', objectSchema({ a: objectSchema({ b: { default: 1 } }, { default: {} }) }), {}, { a: { b: 1 } }],
  ]
  test.each(cases)('defaults: %s', (_, schema, sent, value) => {
    const prepared = prepareInput(schema, sent)

    expect(prepared).toMatchObject({ value, issues: [], coercions: [] })
    expect(prepared.value).toStrictEqual(value)
  })

  test('defaults are copied: two calls never share one object', () => {
    const schema = objectSchema({ tags: { type: 'array', default: ['a'] } })
    const first = prepareInput(schema, {}).value as { tags: string[] }
    first.tags.push('b')

    expect(prepareInput(schema, {}).value).toEqual({ tags: ['a'] })
  })
})

describe('coercion', () => {
  const shape = {
    oneOf: [
      objectSchema(
        { kind: { const: 'circle' }, radius: { type: 'number' } },
        { required: ['kind', 'radius'] },
      ),
      objectSchema(
        { kind: { const: 'square' }, side: { type: 'integer' }, label: { type: 'string' } },
        { required: ['kind', 'side'] },
      ),
    ],
  }
  // biome-ignore format: table
  const cases: [sentence: string, schema: JsonSchema, sent: Json, value: Json, coercions: Coercion[]][] = [
    ['reaches nested objects', objectSchema({ a: objectSchema({ n: { type: 'integer' } }) }), { a: { n: '5' } }, { a: { n: 5 } }, [{ path: '/a/n', from: '5', to: 5 }]],
    ['reaches items', objectSchema({ a: { type: 'array', items: { type: 'number' } } }), { a: [1, '2', '3'] }, { a: [1, 2, 3] }, [{ path: '/a/1', from: '2', to: 2 }, { path: '/a/2', from: '3', to: 3 }]],
    ['wraps, coerces inside and reports it once', objectSchema({ a: { type: 'array', items: { type: 'integer' } } }), { a: '5' }, { a: [5] }, [{ path: '/a', from: '5', to: [5] }]],
    ['reads JSON text, coerces inside and reports it once', objectSchema({ a: objectSchema({ n: { type: 'integer' } }) }), { a: '{"n":"5"}' }, { a: { n: 5 } }, [{ path: '/a', from: '{"n":"5"}', to: { n: 5 } }]],
    ['fills defaults inside JSON text too', objectSchema({ a: objectSchema({ n: { default: 1 } }) }), { a: '{}' }, { a: { n: 1 } }, [{ path: '/a', from: '{}', to: { n: 1 } }]],
    ['keeps a text that only looks like a list, when the list wants texts', objectSchema({ a: { type: 'array', items: { type: 'string', pattern: '^\\[' } } }), { a: '[1]' }, { a: ['[1]'] }, [{ path: '/a', from: '[1]', to: ['[1]'] }]],
    ['never touches what fits', objectSchema({ a: { anyOf: [{ type: 'string' }, { type: 'number' }] }, b: { type: 'string' } }), { a: '5', b: '007' }, { a: '5', b: '007' }, []],
    ['reads a union in its own order', objectSchema({ a: { type: ['integer', 'null'] } }), { a: '5' }, { a: 5 }, [{ path: '/a', from: '5', to: 5 }]],
    ['goes where the discriminator points', objectSchema({ shape }), { shape: { kind: 'square', side: '3', label: 7 } }, { shape: { kind: 'square', side: 3, label: '7' } }, [{ path: '/shape/side', from: '3', to: 3 }, { path: '/shape/label', from: 7, to: '7' }]],
    ['takes the branch that comes out valid', objectSchema({ a: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] } }), { a: 'yes' }, { a: true }, [{ path: '/a', from: 'yes', to: true }]],
    ['prefers a plain reading to a list', objectSchema({ a: { anyOf: [{ type: 'array', items: { type: 'number' } }, { type: 'number' }] } }), { a: '5' }, { a: 5 }, [{ path: '/a', from: '5', to: 5 }]],
    ['coerces to an enum of numbers', objectSchema({ a: { enum: [1, 2] } }), { a: '2' }, { a: 2 }, [{ path: '/a', from: '2', to: 2 }]],
    ['coerces to a const', objectSchema({ a: { const: true } }), { a: 'yes' }, { a: true }, [{ path: '/a', from: 'yes', to: true }]],
    ['reaches through references and allOf', { ...objectSchema({ a: { allOf: [{ $ref: '#/$defs/n' }] } }), $defs: { n: { type: 'integer' } } }, { a: '1' }, { a: 1 }, [{ path: '/a', from: '1', to: 1 }]],
    ['reaches conditions', objectSchema({ k: {} }, { if: objectSchema({ k: { const: 1 } }), then: objectSchema({ n: { type: 'integer' } }) }), { k: 1, n: '2' }, { k: 1, n: 2 }, [{ path: '/n', from: '2', to: 2 }]],
    ['applies to the whole input', objectSchema({ n: { type: 'integer' } }), '{"n":2}', { n: 2 }, [{ path: '', from: '{"n":2}', to: { n: 2 } }]],
    ['is reported even if the coerced value violates another rule', objectSchema({ n: { type: 'integer' } }), { n: '7' }, { n: 7 }, [{ path: '/n', from: '7', to: 7 }]],
  ]
  test.each(cases)('coercion: %s', (_, schema, sent, value, coercions) => {
    expect(prepareInput(schema, sent)).toEqual({ value, coercions, issues: [], onlyMissing: false })
  })

  test('coercion and validation are separate: a coerced value can still be invalid', () => {
    const prepared = prepareInput(objectSchema({ n: { type: 'integer', maximum: 5 } }), { n: '7' })

    expect(prepared.value).toEqual({ n: 7 })
    expect(prepared.issues).toMatchObject([{ path: '/n', message: 'must be 5 or less', keyword: 'maximum' }])
  })
})
