// Tests soundness with random schemas: the validator confirms every proof and every counterexample.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { $defs, plain, rooted, schema, value } from '../../testing/random-schemas.ts'
import { compile } from '../evaluate/compile.ts'
import { SchemaPair } from './inclusion.ts'
import { STRICT } from './tolerance.ts'

const runs = process.env.GUILDHALL_LONG ? 3_000 : 80

describe('one schema in another', () => {
  test('a schema is never called included in another if a value separates them, and counterexamples are valid', () => {
    fc.assert(
      fc.property(schema, schema, fc.array(value, { minLength: 5, maxLength: 12 }), (one, other, values) => {
        const [inner, outer] = [rooted(one), rooted(other)]
        const pair = new SchemaPair(inner, outer)
        const answer = pair.includes(pair.after, pair.before, STRICT)
        const separates = (each: Json) => compile(inner).accepts(each) && !compile(outer).accepts(each)

        if (answer.kind === 'not included')
          expect([answer.counterexample, separates(answer.counterexample)]).toEqual([
            answer.counterexample,
            true,
          ])
        if (answer.kind === 'included')
          expect(
            plain<Json[]>(values)
              .map((x) => ({ x }))
              .filter(separates),
          ).toEqual([])
      }),
      { numRuns: runs },
    )
  })

  test('every schema includes itself', () => {
    fc.assert(
      fc.property(schema, (each) => {
        const pair = new SchemaPair(rooted(each), rooted(each))
        expect(pair.includes(pair.after, pair.before, STRICT).kind).toBe('included')
      }),
      { numRuns: runs },
    )
  })

  // biome-ignore format: table
  test.each<[name: string, kind: string, inner: JsonSchema, outer: JsonSchema]>([
    ['different items run out of a short list',        'not included', { type: 'array', uniqueItems: true }, { contains: {}, minContains: 0, maxContains: 2 }],
    ['a pattern in a wider one',                       'included',     { type: 'string', pattern: '^[a-c]+$' }, { pattern: '^[a-z]*$' }],
    ['whole numbers past 2^53 where none is allowed',       'not included', { type: 'number', multipleOf: 1 }, { type: 'integer' }],
    ['whole numbers among all',                        'included',     { type: 'integer' }, { type: 'number', multipleOf: 1 }],
    ['null in the word of OpenAPI',                    'not included', { type: 'string', nullable: true }, { type: 'string' }],
    ['every multiple of 6 is one of 3',                'included',     { type: 'number', multipleOf: 0.6 }, { multipleOf: 0.3 }],
    ['a type that contains itself, written out once',  'included',     { $ref: '#/$defs/list' }, { type: 'object', properties: { a: { $ref: '#/$defs/list' } } }],
    ['branches that exclude each other, as any of',    'included',     { oneOf: [{ type: 'string' }, { type: 'null' }] }, { type: ['string', 'null'] }],
    // biome-ignore lint/suspicious/noThenProperty: the keyword is called so
    ['a condition that is always met',                 'included',     { type: 'string' }, { if: { type: 'string' }, then: { minLength: 0 }, else: false }],
    ['an unresolvable reference',             'undecided',    { $ref: 'https://example.com/a' }, { $ref: 'https://example.com/b' }],
  ])('%s: %s', (_, kind, inner, outer) => {
    const pair = new SchemaPair({ ...inner, $defs }, { ...outer, $defs })
    expect(pair.includes(pair.after, pair.before, STRICT).kind).toBe(kind)
  })
})
