// Soundness: what is called compatible must be. Against generated schemas, and against judged pairs from the world.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readCorpus } from '../../testing/corpus.ts'
import type { Json, JsonSchema } from '../json/json.ts'
import { canonicalSchema } from '../schema/canonical-schema.ts'
import { compile } from '../schema/compile.ts'
import { dialectOf, toCanonicalDialect } from '../schema/dialect.ts'
import { compareSchemas } from './compare-schemas.ts'
import { schemaChanges } from './schema-changes.ts'

// Thousands of schemas are compiled here, on machines that have other things to do.
vi.setConfig({ testTimeout: 60_000 })

const small = fc.integer({ min: -2, max: 4 })
const name = fc.constantFrom('a', 'b', 'c')
const optional = <Value>(each: fc.Arbitrary<Value>) => fc.option(each, { nil: undefined })

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>({}, { type: 'null' }, { type: 'boolean' }, { type: ['string', 'null'] }, false),
    fc.record({
      type: fc.constantFrom('integer', 'number'),
      minimum: optional(small),
      maximum: optional(small),
      multipleOf: optional(fc.constantFrom(1, 2, 3)),
    }),
    fc.record({
      type: fc.constant('string'),
      minLength: optional(fc.nat(3)),
      maxLength: optional(fc.nat(3)),
      pattern: optional(fc.constantFrom('^a', 'b$')),
    }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom<Json>('a', 'ab', 1, 2, null, true), { minLength: 1 }) }),
    fc.record({ const: fc.constantFrom<Json>('a', 1, null) }),
    fc.record({
      type: fc.constant('array'),
      items: tie('schema'),
      minItems: optional(fc.nat(2)),
      maxItems: optional(fc.nat(2)),
      uniqueItems: optional(fc.boolean()),
    }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: optional(tie('schema')),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('schema') }),
  ),
}))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 'a', 'ab', 'b', 'aab', '', 1.5),
    small,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))

/** Generated parts hold undefined and objects without prototype; JSON has neither. */
function plain<Value>(each: unknown): Value {
  return JSON.parse(JSON.stringify(each))
}

function objectOf(inside: unknown): JsonSchema {
  return plain({ type: 'object', properties: { x: inside }, required: ['x'], additionalProperties: false })
}

test('a value that only one of two schemas accepts is never missed', () => {
  fc.assert(
    fc.property(schema, schema, fc.array(value, { minLength: 5, maxLength: 10 }), (one, other, values) => {
      const [before, after] = [objectOf(one), objectOf(other)]
      const differences = compareSchemas(before, after)
      const isFree = differences.some(({ kind, narrows }) => kind === 'added' && narrows === false)
      for (const each of plain<Json[]>(values)) {
        const [was, is] = [compile(before).accepts({ x: each }), compile(after).accepts({ x: each })]
        // A name the old schema did not speak of is free to be taken.
        if (was && !is && !isFree) expect(differences.some(({ less }) => less)).toBe(true)
        if (!was && is) expect(differences.some(({ more }) => more)).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})

test('a schema is no different from itself', () => {
  fc.assert(fc.property(schema, (each) => compareSchemas(objectOf(each), objectOf(each)).length === 0))
})

test('references that double at every step are given up on, not written out', () => {
  const doubled = (last: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { a: { $ref: '#/$defs/d30' } },
    $defs: Object.fromEntries(
      Array.from({ length: 31 }, (_, index) => {
        const below = { $ref: `#/$defs/d${index - 1}` }
        return [`d${index}`, index === 0 ? last : { type: 'object', properties: { a: below, b: below } }]
      }),
    ),
  })

  expect(
    compareSchemas(doubled({ type: 'string' }), doubled({ type: 'number' })).some(({ less }) => less),
  ).toBe(true)
})

type Pair = { name: string; draft: string; before: Json; after: Json; gold: Record<string, string | null> }

const pairs = readCorpus<Pair>('schema-compat')

describe.skipIf(!pairs)('pairs judged by others', () => {
  test('are never called compatible when a value separates them', () => {
    const missed = (pairs ?? []).flatMap(({ name: title, draft, before, after, gold }) => {
      const differences = tryComparing(draft, before, after)
      if (!differences) return []
      const isInputMissed = gold.input_lenient === 'breaking' && !differences.some(({ less }) => less)
      const isOutputMissed = gold.output_lenient === 'breaking' && !differences.some(({ more }) => more)
      return isInputMissed || isOutputMissed ? [title] : []
    })

    expect(missed).toEqual([])
  })
})

/** Null where a schema of the pair is none we would keep. */
function tryComparing(draft: string, before: Json, after: Json) {
  const dialect: JsonSchema = draft === 'draft7' ? { $schema: 'http://json-schema.org/draft-07/schema#' } : {}
  const canonical = (each: Json) =>
    toCanonicalDialect(
      each === true
        ? dialect
        : each === false
          ? { ...dialect, not: {} }
          : { ...dialect, ...(each as JsonSchema) },
    )
  try {
    return compareSchemas(canonical(before), canonical(after))
  } catch {
    return null
  }
}

type Evolution = { name: string; before: JsonSchema; after: JsonSchema }

const evolutions = readCorpus<Evolution>('schema-evolution-real')

describe.skipIf(!evolutions)('published input schemas that changed', () => {
  test('get a reason for every change, and mostly one that can be compared', () => {
    const judged = (evolutions ?? [])
      .filter((_, index) => index % 3 === 0)
      .flatMap(({ before, after }) => {
        const [old, now] = [before, after].map(
          (each) => canonicalSchema(dialectOf(each.$schema) ? each : withoutDialect(each)).schema,
        )
        if (!old || !now) return []
        return [schemaChanges(old, now, { role: 'input', skill: 'Tool', pointer: '', authored: after })]
      })
    const undecided = judged.filter((changes) =>
      changes.some(({ sentence }) => sentence.includes('cannot be compared')),
    )

    expect(judged.length).toBeGreaterThan(20)
    expect(judged.flat().every(({ sentence }) => sentence.endsWith('.'))).toBe(true)
    expect(undecided.length / judged.length).toBeLessThan(0.2)
  })
})

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}
