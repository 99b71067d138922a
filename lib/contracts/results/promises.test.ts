// Tests properties of input preparation with random schemas and values.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile } from '../../json-schema/evaluate/compile.ts'
import { interpretSchema } from '../../json-schema/evaluate/interpreter.ts'
import { validateCompiled } from '../../json-schema/evaluate/issues.ts'
import { prepareCompiledInput } from '../../json-schema/inputs/prepare-compiled-input.ts'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { canonicalize } from '../../json-schema/parse/canonicalize.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer, valueAt } from '../../kernel/json/json-pointer.ts'
import { checkOutput } from './check-output.ts'

// The interpreter needs no compilation; `interpreter.test.ts` compares it with Ajv.
const interpreted = (schema: JsonSchema) => interpretSchema(schema)
const prepare = (schema: JsonSchema, sent: Json) => prepareCompiledInput(interpreted(schema), sent)
const faults = (schema: JsonSchema, value: Json) => validateCompiled(interpreted(schema), value)

const KEYS = ['a', 'b', 'c', 'kind', '__proto__', 'constructor', 'a/b~c']
const key = fc.constantFrom(...KEYS)
// biome-ignore format: list
const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom('', '5', ' 5 ', '007', '1e3', '5.5', 'yes', 'False', '[1]', '["5"]', '{"a":"5"}', 'x', '\u0000', '\ud800', '9007199254740993'),
  fc.constantFrom(0, 1, 5, -1, 5.5, 2 ** 53, 1e300, true, false, null),
)
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }) as fc.Arbitrary<Json>,
  ),
}))

const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(parts: T) =>
  fc.record(parts, { requiredKeys: [] })
const withType = (type: Json, parts: Record<string, fc.Arbitrary<unknown>>) =>
  optional(parts).map((more) => ({ type, ...more }) as JsonSchema)

const { schema } = fc.letrec<{ schema: Json; object: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    withType('string', {
      minLength: fc.nat(2),
      pattern: fc.constantFrom('^[a-z0-9]*$', '^(a|b)+$'),
      default: scalar,
    }),
    withType('number', { minimum: fc.nat(5), multipleOf: fc.constantFrom(1, 0.5), default: scalar }),
    withType('integer', { maximum: fc.nat(9), default: scalar }),
    withType('boolean', { default: scalar }),
    withType(['integer', 'null'], {}),
    fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonSchema>,
    fc.record({ const: scalar }) as fc.Arbitrary<JsonSchema>,
    withType('array', { items: tie('schema'), maxItems: fc.nat(3), uniqueItems: fc.boolean() }),
    tie('object'),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonSchema>,
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<JsonSchema>,
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }) as fc.Arbitrary<JsonSchema>,
    fc.constantFrom<Json>({ $ref: '#/$defs/a' }, { $ref: '#' }, true, {}),
  ),
  object: withType('object', {
    properties: fc.dictionary(key, tie('schema'), { maxKeys: 4 }),
    required: fc.uniqueArray(key, { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
  }),
}))
const contract = fc
  .record({
    properties: fc.dictionary(key, schema, { minKeys: 1, maxKeys: 4 }),
    a: schema,
    isClosed: fc.boolean(),
  })
  .map(
    ({ properties, a, isClosed }): Json => ({
      type: 'object',
      properties,
      ...(isClosed && { additionalProperties: false }),
      $defs: { a },
    }),
  )
  // Refused schemas have no canonical form.
  .map((authored) => canonicalize(authored, interpretSchema).schema)
  .filter((canonical) => canonical !== undefined)
const input = fc.oneof(
  { arbitrary: fc.dictionary(key, value, { maxKeys: 4 }), weight: 9 },
  { arbitrary: value, weight: 1 },
) as fc.Arbitrary<Json>

const runs = { numRuns: process.env.GUILDHALL_LONG ? 5_000 : 60 }

describe('of every input under every contract', () => {
  test('the result is valid, or every error names an existing or missing field', () => {
    fc.assert(
      fc.property(contract, input, (canonical, sent) => {
        const { value, issues } = prepare(canonical, sent)

        expect(faults(canonical, value).length === 0).toBe(issues.length === 0)
        for (const { path, message } of issues) {
          expect(message).not.toBe('')
          expect(valueAt(value, toPointer(pointerKeys(path).slice(0, -1)))).toBeDefined()
        }
      }),
      runs,
    )
  })

  test('a valid value is never changed, but for defaults where something was absent', () => {
    let valid = 0
    fc.assert(
      fc.property(contract, input, (canonical, sent) => {
        if (faults(canonical, sent).length > 0) return
        valid++
        const { value, coercions } = prepare(canonical, sent)

        expect(coercions).toEqual([])
        expect(isContainedIn(sent, value)).toBe(true)
      }),
      runs,
    )
    expect(valid).toBeGreaterThan(2)
  })

  test('preparing twice is preparing once', () => {
    fc.assert(
      fc.property(contract, input, (canonical, sent) => {
        const first = prepare(canonical, sent)
        if (first.issues.length > 0) return
        const again = prepare(canonical, first.value)

        expect(again).toEqual({ value: first.value, coercions: [], issues: [], onlyMissing: false })
      }),
      runs,
    )
  })

  test('every coercion states the old and the new value', () => {
    fc.assert(
      fc.property(contract, input, (canonical, sent) => {
        const { value, coercions } = prepare(canonical, sent)
        for (const { path, from, to } of coercions) {
          expect(valueAt(value, path)).toEqual(to)
          const was = valueAt(sent, path)
          // Defaults are coercions of values that were not sent.
          if (was !== undefined) expect(was).toEqual(from)
        }
      }),
      runs,
    )
  })

  test('the fast and the slow path agree', () => {
    let fast = 0
    fc.assert(
      fc.property(contract, fc.array(input, { minLength: 12, maxLength: 12 }), (canonical, inputs) => {
        for (const sent of inputs) {
          const before = JSON.stringify(sent)
          const quick = prepareInput(canonical, sent)
          const slow = prepareCompiledInput(compile(canonical), sent)
          if (quick.issues.length === 0) fast++

          expect(JSON.stringify(quick)).toBe(JSON.stringify(slow))
          expect(JSON.stringify(sent)).toBe(before)
        }
      }),
      { ...runs, numRuns: process.env.GUILDHALL_LONG ? 1_000 : 15 },
    )
    expect(fast).toBeGreaterThan(10)
  })

  test('an output is judged without a crash', () => {
    fc.assert(
      fc.property(contract, value, (canonical, returned) => void checkOutput(canonical, returned)),
      { numRuns: 15 },
    )
  })
})

test('whatever is authored, and whatever is sent: an answer, never a crash', () => {
  const anything = fc.oneof(
    fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as Json),
    schema,
    fc.anything() as fc.Arbitrary<Json>,
  )
  fc.assert(
    fc.property(
      anything,
      fc.anything({ withDate: true, withMap: true, withBigInt: true }),
      (authored, sent) => {
        const { schema: canonical, issues } = canonicalSchema(authored)
        if (canonical) prepareInput(canonical, sent)
        else expect(issues.length).toBeGreaterThan(0)
      },
    ),
    runs,
  )
})

test('inherited names of objects are ordinary names, in input and output', () => {
  const canonical = canonicalSchema({
    type: 'object',
    properties: JSON.parse(
      '{"__proto__":{"type":"integer"},"constructor":{"type":"string"},"toString":{"default":1}}',
    ),
    required: ['__proto__'],
    additionalProperties: false,
  }).schema as JsonSchema
  const sent = JSON.parse('{"__proto__":"5","constructor":7}')

  for (let call = 0; call < 12; call++) {
    const { value, issues } = prepareInput(canonical, sent)
    expect(issues).toEqual([])
    expect(JSON.stringify(value)).toBe('{"__proto__":5,"constructor":"7","toString":1}')
    expect(prepareInput(canonical, {}).issues).toMatchObject([{ path: '/__proto__', message: 'is required' }])
  }
  expect(({} as JsonObject).polluted).toBeUndefined()
})

/** Whether `value` contains everything in `sent` unchanged. */
function isContainedIn(sent: Json, value: Json): boolean {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(value) &&
      sent.length === value.length &&
      sent.every((each, index) => isContainedIn(each, value[index] as Json))
    )
  }
  if (!isObject(sent)) return Object.is(sent, value)
  return (
    isObject(value) &&
    Object.keys(sent).every(
      (key) => Object.hasOwn(value, key) && isContainedIn(sent[key] as Json, value[key] as Json),
    )
  )
}
