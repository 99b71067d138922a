import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { objectSchema } from '../../testing/setup/runs/object-schema.ts'
import { prepareInput } from './prepare-input.ts'

describe('preparing an input', () => {
  test('a default that another rule contradicts is left out', () => {
    const schema = objectSchema({ a: { allOf: [{ type: 'string' }, { type: 'boolean', default: false }] } })

    expect(prepareInput(schema, {})).toMatchObject({ value: {}, coercions: [], issues: [] })
  })

  test('a value that two rules convert back and forth is reported at most once', () => {
    const schema = objectSchema({ a: { allOf: [{ type: 'number' }, { type: 'string' }] } })

    const { coercions } = prepareInput(schema, { a: 0 })

    expect(coercions.every(({ from }) => from === 0)).toBe(true)
    expect(coercions.length).toBeLessThan(2)
  })

  test('a default next to a branch with a reference is applied', () => {
    const schema = objectSchema(
      { limit: { type: 'integer', default: 10 } },
      { $defs: { id: { type: 'string' } }, anyOf: [{ properties: { id: { $ref: '#/$defs/id' } } }] },
    )

    expect(prepareInput(schema, { id: 'a' }).value).toEqual({ id: 'a', limit: 10 })
  })

  test('a text is as long as it has characters, and a whole number is one however it is written', () => {
    const schema = objectSchema({
      name: { type: 'string', minLength: 2, maxLength: 3 },
      count: { type: 'integer', minimum: 2, maximum: 2 ** 60 },
    })
    const isAccepted = (sent: Json) => prepareInput(schema, sent).issues.length === 0

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

  test('a prepared value is unchanged when prepared again', () => {
    const schema = objectSchema({
      n: { type: 'integer' },
      b: { type: 'boolean', default: false },
      list: { type: 'array', items: { type: 'number' } },
      inner: objectSchema({ text: { type: 'string' }, any: {} }),
      choice: { anyOf: [{ type: 'integer' }, objectSchema({ n: { type: 'number' } })] },
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
