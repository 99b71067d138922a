// Tests soundness with random schemas and with classified pairs of public ones.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { schemaChanges } from '../../contracts/changes/schema-changes.ts'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { everyNth, leastCases, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { inLongRun } from '../../testing/skip-unless.ts'
import { compile } from '../evaluate/compile.ts'
import { checkAcceptance, SchemaPair } from '../inclusion/inclusion.ts'
import { prepareInput } from '../inputs/prepare-input.ts'
import { toOpenSchema } from '../parse/to-open-schema.ts'
import { compareSchemas } from './compare-schemas.ts'

// Thousands of schemas are compiled, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** Schemas with few distinct names, so that pairs have parts in common. */
const property = fc.constantFrom<JsonSchema>(
  {},
  { type: 'string' },
  { type: 'string', maxLength: 3 },
  { type: 'string', pattern: '^a' },
  { type: 'integer', minimum: 1, maximum: 9 },
  { type: 'integer', maximum: 20, default: 5 },
  { type: ['string', 'null'] },
  { anyOf: [{ type: 'string' }, { type: 'null' }] },
  { enum: ['a', 'b'] },
  { enum: ['a', 'b', 'c'] },
  { type: 'array', items: { type: 'string' } },
  { type: 'array', items: { enum: ['a'] }, maxItems: 2 },
  {
    oneOf: [{ type: 'object', properties: { kind: { const: 'x' } }, required: ['kind'] }, { type: 'number' }],
  },
  { $ref: '#/$defs/self' },
)
const contract = fc.record({
  properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), property, { maxKeys: 3 }),
  required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  isClosed: fc.boolean(),
})
const value = fc.constantFrom<Json>(
  null,
  'a',
  'abcd',
  'b',
  'c',
  'x',
  0,
  1,
  9,
  15,
  2.5,
  [],
  ['a'],
  ['b', 'b', 'b'],
  {},
  { kind: 'x' },
)
const values = fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c'), value, { maxKeys: 3 }), {
  minLength: 10,
  maxLength: 20,
})

type Contract = { properties: JsonSchema; required: string[]; isClosed: boolean }

function schemaOf({ properties, required, isClosed }: Contract): JsonSchema {
  // Generated objects have no prototype, unlike parsed JSON.
  return JSON.parse(
    JSON.stringify({
      type: 'object',
      properties,
      required,
      ...(isClosed && { additionalProperties: false }),
      $defs: {
        self: { type: 'object', properties: { next: { $ref: '#/$defs/self' } }, additionalProperties: false },
      },
    }),
  )
}

/** Leaves out undeclared names, which a later version may declare. */
function declaredOnly(each: Json, { properties }: Contract): Json {
  return Object.fromEntries(
    Object.entries(each as JsonSchema).filter(([name]) => Object.hasOwn(properties, name)),
  )
}

describe('compatible changes', () => {
  test('a change that is called compatible never refuses a value that the earlier schema accepts', () => {
    fc.assert(
      fc.property(contract, contract, values, (one, other, tried) => {
        const [before, after] = [schemaOf(one), schemaOf(other)]
        const [was, is] = [compile(before), compile(after)]
        if (compareSchemas(before, after, 'input').acceptance.kind === 'kept') {
          const refused = tried
            .map((each) => declaredOnly(JSON.parse(JSON.stringify(each)), one))
            .filter((each) => was.accepts(each) && !is.accepts(each))
          expect(refused).toEqual([])
        }
        if (compareSchemas(before, after, 'output').acceptance.kind === 'kept') {
          const opened = compile(schemaOf({ ...one, isClosed: false }))
          const unpromised = tried
            .map((each) => JSON.parse(JSON.stringify(each)))
            .filter((each) => is.accepts(each) && !opened.accepts(each))
          expect(unpromised).toEqual([])
        }
      }),
      { numRuns: process.env.GUILDHALL_LONG ? 3_000 : 30 },
    )
  })

  test('every break has a reason and a counterexample that the validator confirms', () => {
    fc.assert(
      fc.property(contract, contract, fc.constantFrom('input', 'output'), (one, other, direction) => {
        const [before, after] = [schemaOf(one), schemaOf(other)]
        const { acceptance: found, differences } = compareSchemas(before, after, direction)
        const breaks = differences.filter(({ less, more }) => (direction === 'input' ? less : more))
        const [takes, refuses] = direction === 'input' ? [before, after] : [after, before]
        // Callers may also be refused because nothing completes their input any more.
        const isCompletedOnlyBefore = (value: Json | undefined) =>
          direction === 'input' &&
          prepareInput(before, value).issues.length === 0 &&
          prepareInput(after, value).issues.length > 0

        if (found.kind !== 'kept') expect(breaks).not.toEqual([])
        for (const { counterexample } of breaks) {
          if (found.kind === 'kept') expect(isCompletedOnlyBefore(counterexample)).toBe(true)
          if (counterexample === undefined) continue
          const separates =
            compile(takes).accepts(counterexample) && !compile(refuses).accepts(counterexample)
          expect(separates || isCompletedOnlyBefore(counterexample)).toBe(true)
        }
      }),
      { numRuns: process.env.GUILDHALL_LONG ? 3_000 : 30 },
    )
  })

  test('a schema compared with itself has no differences', () => {
    fc.assert(
      fc.property(contract, (each) => {
        const [before, after] = [schemaOf(each), { ...schemaOf(each), $comment: 'distinguished by text' }]
        expect(compareSchemas(before, after, 'input').differences).toEqual([])
      }),
    )
  })
})

test('references that double at every step are followed without being written out', () => {
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
    compareSchemas(doubled({ type: 'string' }), doubled({ type: 'number' }), 'input').acceptance.kind,
  ).toBe('broken')
})

// The comparison takes all of its time limit.
test(
  'references that double at every step in one schema are given up, and count as a break',
  inLongRun,
  () => {
    const doubled = (last: JsonSchema): JsonSchema => ({
      type: 'object',
      properties: { a: { $ref: '#/$defs/d0' } },
      $defs: Object.fromEntries(
        Array.from({ length: 31 }, (_, index) => {
          const below = { $ref: `#/$defs/d${index + 1}` }
          return [`d${index}`, index === 30 ? last : { allOf: [below, below] }]
        }),
      ),
    })

    const { acceptance: found } = compareSchemas(
      doubled({ type: 'string' }),
      doubled({ type: 'number' }),
      'input',
    )
    expect(found.kind).not.toBe('kept')
  },
)

type Pair = { name: string; draft: string; before: Json; after: Json; gold: Record<string, string | null> }

const pairs = readCorpus<Pair>('schema-compat')

// Both schemas leave the branch that takes anything else open, so a value with a free name separates them after all.
const FALSE_ALARMS = ['oasdiff/TestRequestPropertyOneOfAdded']

describe('pairs judged by others', withCorpus(pairs), () => {
  test('pairs of schemas judged by others are called as their judges call them', () => {
    const wrong = { unsound: [] as string[], alarms: [] as string[], undecided: [] as string[] }
    const some = everyNth(pairs, 6)
    for (const { name, draft, before, after, gold } of some) {
      for (const direction of ['input', 'output'] as const) {
        const { kind: is } = checkAcceptance(
          new SchemaPair(readAny(before, draft), readAny(after, draft)),
          direction,
        )
        const judged = gold[`${direction}_lenient`]
        if (judged === 'breaking' && is === 'kept') wrong.unsound.push(`${name} (${direction})`)
        if (judged === 'compatible' && is !== 'kept') wrong.alarms.push(name)
        if (is === 'undecided') wrong.undecided.push(name)
      }
    }

    expect(wrong).toEqual({
      unsound: [],
      alarms: wrong.alarms.filter((each) => FALSE_ALARMS.includes(each)),
      undecided: [],
    })
  })
})

function readAny(schema: Json, draft: string): JsonSchema {
  const dialect =
    draft === '2020-12' ? undefined : `http://json-schema.org/${draft.replace('draft', 'draft-0')}/schema#`
  return toOpenSchema(isObject(schema) && dialect ? { $schema: dialect, ...schema } : schema)
}

type Evolution = { name: string; before: JsonSchema; after: JsonSchema }

const evolutions = readCorpus<Evolution>('schema-evolution-real')

describe('published input schemas that changed', withCorpus(evolutions), () => {
  test('published input schemas that changed get a reason for every change, and nearly all can be decided', () => {
    const judged = everyNth(evolutions, 8)
      // External references cannot be decided, and contracts cannot have them.
      .filter(({ before, after }) => !/"\$ref":"[^#]/.test(JSON.stringify([before, after])))
      .map(({ before, after }) => {
        const [old, now] = [before, after].map((each) => toOpenSchema(each)) as [JsonSchema, JsonSchema]
        return schemaChanges(old, now, { role: 'input', skill: 'Tool', pointer: '', authored: after })
      })
    const undecided = judged.filter(({ acceptance }) => acceptance.kind === 'undecided')
    const sentences = judged.flatMap(({ changes }) => changes.map(({ sentence }) => sentence))

    expect(judged.length).toBeGreaterThanOrEqual(leastCases(20))
    expect(sentences.filter((sentence) => !/^[“A-Z].*\.$/s.test(sentence))).toEqual([])
    expect(undecided.length / judged.length).toBeLessThan(0.05)
  })
})

function sentences(before: JsonSchema, after: JsonSchema, role: 'input' | 'output'): string[] {
  // Documents share no parts.
  return schemaChanges(structuredClone(before), structuredClone(after), {
    role,
    pointer: '',
    authored: after,
  }).changes.map(({ sentence }) => sentence)
}

describe('the reason of a change is the true one', () => {
  const text = (maxLength?: number): JsonSchema => ({ type: 'string', ...(maxLength && { maxLength }) })
  const two = (field: JsonSchema, $defs: JsonSchema = {}): JsonSchema => ({
    type: 'object',
    properties: { a: field, b: field },
    $defs,
  })

  test('each of two fields that changed alike has its own reason, although neither has a reference', () => {
    expect(sentences(two(text()), two(text(5)), 'input')).toEqual([
      '“a” in the input became stricter: maxLength none → 5.',
      '“b” in the input became stricter: maxLength none → 5.',
    ])
    const nested = (maxLength?: number) => ({ type: 'object', properties: { x: text(maxLength) } })
    expect(sentences(two(nested()), two(nested(5)), 'input')).toEqual([
      '“a.x” in the input became stricter: maxLength none → 5.',
      '“b.x” in the input became stricter: maxLength none → 5.',
    ])
  })

  test('the second use of a changed definition has a reason, although the first has explained it', () => {
    const used = { $ref: '#/$defs/T' }
    expect(sentences(two(used, { T: text() }), two(used, { T: text(5) }), 'input')).toEqual([
      '“a” in the input became stricter: maxLength none → 5.',
      '“b” in the input accepts less than before: the referenced schema changed.',
    ])
  })

  test('a list whose fixed positions become fewer has that as its reason, while no other item is allowed', () => {
    const tuple = (length: number): JsonSchema => ({
      type: 'object',
      properties: {
        a: { type: 'array', prefixItems: Array.from({ length }, () => text()), unevaluatedItems: false },
      },
    })

    expect(sentences(tuple(3), tuple(2), 'input')).toEqual([
      '“a[2]” in the input changed from text to nothing.',
    ])
    const { acceptance } = schemaChanges(tuple(3), tuple(2), { role: 'output', pointer: '', authored: {} })
    expect(acceptance).toEqual({ kind: 'kept' })
  })

  test('an output with dozens of patterns that gets one more has that as its reason', () => {
    const rules = (count: number) => ({
      type: 'object',
      patternProperties: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `^[a-z]*${index}[a-z]*$`,
          { type: 'string', minLength: index },
        ]),
      ),
    })
    const { changes, acceptance } = schemaChanges(rules(60), rules(61), {
      role: 'output',
      pointer: '',
      authored: {},
    })

    expect(acceptance).toEqual({ kind: 'kept' })
    expect(changes).toMatchObject([
      { bump: 'patch', sentence: 'The output accepts less than before: the fields by pattern changed.' },
    ])
  })
})
