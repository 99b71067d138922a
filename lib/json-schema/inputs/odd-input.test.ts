import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { objectSchema } from '../../testing/setup/runs/object-schema.ts'
import { prepareInput } from './prepare-input.ts'

describe('whatever is sent', () => {
  test('an absent input counts as an empty object', () => {
    expect(prepareInput(objectSchema({ a: { default: 1 } }), undefined).value).toEqual({ a: 1 })
  })

  test('__proto__ and constructor are ordinary keys of an input', () => {
    const sent = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":"x","a":"1"}')
    const open = prepareInput(objectSchema({ a: { type: 'integer' } }), sent)
    const closed = prepareInput(
      objectSchema({ a: { type: 'integer' } }, { additionalProperties: false }),
      sent,
    )

    expect(JSON.stringify(open.value)).toBe('{"__proto__":{"isAdmin":true},"constructor":"x","a":1}')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    expect(closed.issues.map(({ path }) => path)).toEqual(['/__proto__', '/constructor'])
  })

  test('a declared property may be called “toString”, as a method of every object', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"integer"},"toString":{"type":"integer"}},"required":["toString"]}',
    )

    expect(prepareInput(schema, {}).issues.map(({ path }) => path)).toEqual(['/toString'])
    expect(JSON.stringify(prepareInput(schema, JSON.parse('{"__proto__":"1","toString":"2"}')).value)).toBe(
      '{"__proto__":1,"toString":2}',
    )
  })

  test('an item {"valueOf": 1} is compared without calling a method of it', () => {
    const hostile: Json = JSON.parse('{ "valueOf": 1 }')
    const schema = objectSchema({ a: { uniqueItems: true }, b: { enum: [hostile] } })
    const sent: unknown = {
      a: [{ valueOf: 1 }, { valueOf: 2 }, { toString: 1 }, { toString: 1 }],
      b: { valueOf: 1 },
    }

    expect(prepareInput(schema, sent).issues.map(({ path }) => path)).toEqual(['/a'])
  })

  test('an input with defaults and coercions is never changed itself', () => {
    const sent = { a: { n: '5' }, list: '1' }
    prepareInput(
      objectSchema({
        a: objectSchema({ n: { type: 'integer' }, m: { default: 1 } }),
        list: { type: 'array' },
      }),
      sent,
    )

    expect(sent).toEqual({ a: { n: '5' }, list: '1' })
  })

  test('an input of any kind is never modified', () => {
    class Inner {
      name = 'a'
    }
    const closed = (properties: JsonSchema) => objectSchema(properties, { additionalProperties: false })
    const row = closed({ name: { type: 'string' }, limit: { type: 'integer', default: 10 } })
    const schema = closed({ inner: row, rows: { type: 'array', items: row } })
    const sent = { inner: new Inner(), rows: [new Inner(), {}] }

    prepareInput(schema, sent)

    expect(sent).toStrictEqual({ inner: new Inner(), rows: [new Inner(), {}] })
  })

  test('an input that contains itself is refused', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic

    expect(prepareInput(objectSchema({}), { deep }).issues).toHaveLength(1)
    expect(prepareInput(objectSchema({}), cyclic).issues).toHaveLength(1)
  })

  test('choices within choices are refused once they take too much work', () => {
    const node: JsonSchema = {
      anyOf: [1, 2, 3].map((kind) =>
        objectSchema({ kind: { const: kind }, next: { $ref: '#/$defs/node' } }, { required: ['value'] }),
      ),
    }
    const schema = { ...objectSchema({ node: { $ref: '#/$defs/node' } }), $defs: { node } }
    let sent: Json = {}
    for (let depth = 0; depth < 30; depth++) sent = { next: sent }
    const { issues } = prepareInput(schema, { node: sent })

    expect(issues).toMatchObject([{ path: '', keyword: 'effort' }])
  })
})
