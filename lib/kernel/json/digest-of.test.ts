import { expect, test } from 'vitest'
import { digestOf } from './digest-of.ts'
import type { Json } from './json.ts'

test('a value has one digest, in whatever order and spelling it is written', () => {
  expect(digestOf({ a: 1, b: [1.0, -0] })).toBe(digestOf({ b: [1, 0], a: 1 }))
  expect(digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
})

// biome-ignore format: list
test.each<[Json]>([['\ud800'], [{ '\ud800': 1 }], [{ a: [{ '\udfff': '\ud800' }] }], [JSON.parse('{"__proto__":{"a":1}}')]])(
  'there is one of %j too, which others than {} have',
  (value) => {
    expect(digestOf(value)).toMatch(/^[0-9a-f]{64}$/)
    expect(digestOf(value)).not.toBe(digestOf({}))
  },
)
