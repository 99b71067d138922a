// Most of these tests are checks by `tsc`: a wrong type does not compile.
import { describe, expect, expectTypeOf, test } from 'vitest'
import { coerce } from './check-value.ts'
import { defineSkillSet } from './define-skill-set.ts'
import type { InputOf, OutputOf, ParametersOf } from './infer.ts'

const echo = (input: object) => ({ message: JSON.stringify(input) })

describe('a field map', () => {
  const set = defineSkillSet({
    capabilities: {
      search: {
        input_schema: {
          query: { type: 'string', required: true },
          limit: { type: 'number', default: 10 },
          format: { type: 'string', enum: ['json', 'text'], default: 'json' },
          level: { type: 'integer', enum: [1, 2] },
          verbose: { type: 'boolean' },
          tags: { type: 'array' },
          extra: { type: 'object' },
        },
        output_schema: { summary: { type: 'string', required: true }, count: { type: 'number' } },
      },
      ping: { input_schema: {} },
    },
    handlers: {
      search: (input) => {
        expectTypeOf(input).toEqualTypeOf<{
          query: string
          limit: number
          format: 'json' | 'text'
          level?: 1 | 2
          verbose?: boolean
          tags?: unknown[]
          extra?: { [key: string]: unknown }
        }>()
        // @ts-expect-error: the schema has no such field
        input.limitt
        return { summary: input.query, count: input.limit }
      },
      ping: () => ({ message: 'pong' }),
    },
  })

  test('requires callers to pass required fields without a default', async () => {
    await set.call('search', { query: 'abc' })
    await set.call('search', { query: 'abc', limit: 3, format: 'text', level: 2 })
    await set.call('ping')
    const refused = [
      // @ts-expect-error: query is required
      set.call('search', {}),
      // @ts-expect-error: a call without what is required
      set.call('search'),
      // @ts-expect-error: not one of the list
      set.call('search', { query: 'abc', format: 'xml' }),
      // @ts-expect-error: not a number
      set.call('search', { query: 'abc', limit: {} }),
      // @ts-expect-error: there is no such capability
      set.call('find', { query: 'abc' }),
    ]
    expect((await Promise.allSettled(refused)).map(({ status }) => status)).not.toContain('fulfilled')
  })

  test('types the result', async () => {
    const output = await set.call('search', { query: 'abc' })

    expectTypeOf(output.summary).toEqualTypeOf<string>()
    expectTypeOf(output.count).toEqualTypeOf<number | undefined>()
    expectTypeOf(output.message).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: it is not declared
    expect(output.total).toBeUndefined()
  })

  test('types a handler’s return value', () => {
    const define = () =>
      defineSkillSet({
        capabilities: {
          count: { input_schema: {}, output_schema: { count: { type: 'number', required: true } } },
        },
        // @ts-expect-error: a text is not a number
        handlers: { count: () => ({ count: 'many' }) },
      })
    expect(define).not.toThrow()
  })

  test('has no type for the handler of an unknown capability', () => {
    const define = () =>
      defineSkillSet({
        capabilities: { count: { input_schema: {} } },
        // @ts-expect-error: a slip of the pen
        handlers: { cuont: echo },
      })
    expect(define).not.toThrow()
  })

  test('may have a field called type', () => {
    const schema = { type: { type: 'string', required: true } } as const

    expectTypeOf<ParametersOf<typeof schema>>().toEqualTypeOf<{ type: string }>()
  })
})

describe('a JSON Schema', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: ['integer', 'null'] },
      kind: { enum: ['cat', 'dog'] },
      version: { const: 2 },
      address: {
        type: 'object',
        properties: { city: { type: 'string' }, zip: { type: 'string', default: '0000' } },
        required: ['city'],
      },
      tags: { type: 'array', items: { type: 'string' } },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      scores: { type: 'object', additionalProperties: { type: 'number' } },
      target: {
        oneOf: [
          { type: 'string' },
          { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
        ],
      },
      both: {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { type: 'object', properties: { b: { type: 'number' } } },
        ],
      },
      parent: { $ref: '#/$defs/person' },
    },
    required: ['name', 'kind'],
    $defs: {
      person: {
        type: 'object',
        properties: { name: { type: 'string' }, parent: { $ref: '#/$defs/person' } },
        required: ['name'],
      },
    },
  } as const

  type Sent = InputOf<typeof schema>
  type Filled = ParametersOf<typeof schema>

  test('is read as its types', () => {
    expectTypeOf<Sent['name']>().toEqualTypeOf<string>()
    expectTypeOf<Sent['age']>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<Sent['kind']>().toEqualTypeOf<'cat' | 'dog'>()
    expectTypeOf<Sent['version']>().toEqualTypeOf<2 | undefined>()
    expectTypeOf<Sent['tags']>().toEqualTypeOf<string[] | undefined>()
    expectTypeOf<Sent['pair']>().toEqualTypeOf<[string, number] | undefined>()
    expectTypeOf<Sent['scores']>().toEqualTypeOf<{ [key: string]: number } | undefined>()
    expectTypeOf<Sent['target']>().toEqualTypeOf<string | { id: number } | undefined>()
    expectTypeOf<NonNullable<Sent['both']>['a']>().toEqualTypeOf<string>()
  })

  test('follows references, into themselves too', () => {
    type Parent = NonNullable<Sent['parent']>
    expectTypeOf<Parent['name']>().toEqualTypeOf<string>()
    expectTypeOf<NonNullable<Parent['parent']>['name']>().toEqualTypeOf<string>()
  })

  test('fills nested defaults for the handler only', () => {
    expectTypeOf<NonNullable<Sent['address']>>().toEqualTypeOf<{ city: string; zip?: string }>()
    expectTypeOf<NonNullable<Filled['address']>>().toEqualTypeOf<{ city: string; zip: string }>()
  })

  test('needs no "as const" where it is given', () => {
    const { valid, value } = coerce(
      { type: 'object', properties: { n: { type: 'integer', default: 1 } } },
      {},
    )
    if (!valid) throw new Error('it is valid')
    expectTypeOf(value).toEqualTypeOf<{ n: number }>()
    expect(value).toEqual({ n: 1 })
  })

  test('of an output guarantees only required fields', () => {
    type Output = OutputOf<{ type: 'object'; properties: { a: { type: 'string'; default: '' } } }>
    expectTypeOf<Output['a']>().toEqualTypeOf<string | undefined>()
  })
})

test('a schema that is only known at run time has no types', () => {
  const schema: { [keyword: string]: unknown } = JSON.parse('{"a":{"type":"string"}}')
  const coerced = coerce(schema, { a: 1 })

  expectTypeOf<InputOf<typeof schema>>().toEqualTypeOf<{ [key: string]: unknown }>()
  expect(coerced.value).toEqual({ a: '1' })
})
