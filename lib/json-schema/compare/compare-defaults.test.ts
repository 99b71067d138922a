// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schemaChanges } from '../../contracts/changes/schema-changes.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { compile } from '../evaluate/compile.ts'
import { prepareInput } from '../inputs/prepare-input.ts'

const object = (properties: JsonSchema, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const withField = (field: Json, required: string[] = ['n']) => object({ n: field }, required)
const branches = (n: JsonSchema, required = ['k']): JsonSchema => ({
  oneOf: [object({ k: { const: 'x' }, n }, required), object({ k: { const: 'y' } }, ['k'])],
})
const text = (more: JsonSchema = {}): JsonSchema => ({ type: 'string', ...more })

function inputChanges(before: JsonSchema, after: JsonSchema) {
  // Documents share no parts, as those do that structuredClone copies together.
  const [old, now] = [before, after].map((each): JsonSchema => JSON.parse(JSON.stringify(each)))
  return schemaChanges(old!, now!, { role: 'input', pointer: '', authored: now! }).changes
}

/** Each place where the validator fills a default in, as a schema around the field. */
const PLACES: Record<string, (n: JsonSchema, isRequired: boolean) => JsonSchema> = {
  'a field': (n, isRequired) => withField(n, isRequired ? ['n'] : []),
  'a nested field': (n, isRequired) => object({ a: withField(n, isRequired ? ['n'] : []) }, ['a']),
  'a field of list items': (n, isRequired) =>
    object({ a: { type: 'array', items: withField(n, isRequired ? ['n'] : []) } }),
  'a field of one position of a list': (n, isRequired) =>
    object({ a: { type: 'array', prefixItems: [withField(n, isRequired ? ['n'] : [])] } }),
  'a field of undeclared fields': (n, isRequired) => ({
    ...object({}),
    additionalProperties: withField(n, isRequired ? ['n'] : []),
  }),
  'a field of fields by pattern': (n, isRequired) => ({
    ...object({}),
    patternProperties: { '^x': withField(n, isRequired ? ['n'] : []) },
  }),
  'a branch of oneOf': (n, isRequired) => object({ a: branches(n, isRequired ? ['k', 'n'] : ['k']) }),
  'a branch of oneOf of list items': (n, isRequired) =>
    object({ a: { type: 'array', items: branches(n, isRequired ? ['k', 'n'] : ['k']) } }),
  'a branch of oneOf at the root': (n, isRequired) => ({
    type: 'object',
    ...branches(n, isRequired ? ['k', 'n'] : ['k']),
  }),
  'a branch of anyOf': (n, isRequired) => ({
    type: 'object',
    anyOf: [
      object({ k: { const: 'x' }, n }, isRequired ? ['k', 'n'] : ['k']),
      object({ k: { const: 'y' } }, ['k']),
    ],
  }),
  then: (n, isRequired) => ({
    ...object({ k: text() }),
    if: object({ k: { const: 'x' } }, ['k']),
    then: object({ n }, isRequired ? ['n'] : []),
  }),
  else: (n, isRequired) => ({
    ...object({ k: text() }),
    if: object({ k: { const: 'x' } }, ['k']),
    else: object({ n }, isRequired ? ['n'] : []),
  }),
  dependentSchemas: (n, isRequired) => ({
    ...object({ k: text() }),
    dependentSchemas: { k: object({ n }, isRequired ? ['n'] : []) },
  }),
  'a part of allOf': (n, isRequired) => ({
    type: 'object',
    allOf: [object({ n }, isRequired ? ['n'] : [])],
  }),
  'a referenced schema': (n, isRequired) => ({
    ...object({ a: { $ref: '#/$defs/A' } }, ['a']),
    $defs: { A: object({ n }, isRequired ? ['n'] : []) },
  }),
  'a choice in a condition': (n, isRequired) => ({
    ...object({ c: text() }),
    if: object({ c: { const: 'x' } }, ['c']),
    then: { properties: { a: branches(n, isRequired ? ['k', 'n'] : ['k']) } },
  }),
}

describe.each(Object.entries(PLACES))('the default of %s', (_, placed) => {
  test('that is required is a break when it is removed, with an input that is now refused', () => {
    const [before, after] = [placed(text({ default: 'a' }), true), placed(text(), true)]
    const changes = inputChanges(before, after)

    expect(changes).toMatchObject([{ kind: 'default', bump: 'major', breaking: true }])
    expect(changes[0]?.sentence).toMatch(
      /no longer has the default "a", and callers that leave it out are refused\.$/,
    )
    const sent = changes[0]?.counterexample
    expect(prepareInput(before, sent).issues).toEqual([])
    expect(prepareInput(after, sent).issues).not.toEqual([])
  })

  test.each<[what: string, was: JsonSchema, is: JsonSchema]>([
    ['changes', { default: 'a' }, { default: 'b' }],
    ['is added', {}, { default: 'b' }],
    ['is removed', { default: 'a' }, {}],
  ])('of an optional field is a minor change when it %s', (_what, was, is) => {
    expect(inputChanges(placed(text(was), false), placed(text(is), false))).toMatchObject([
      { kind: 'default', bump: 'minor', breaking: false },
    ])
  })

  test('is no change when it stays', () => {
    const described = placed(text({ default: 'a', description: 'New' }), true)
    expect(
      inputChanges(placed(text({ default: 'a' }), true), described).filter(({ kind }) => kind !== 'text'),
    ).toEqual([])
  })
})

describe('a removed default is a break', () => {
  // biome-ignore format: table
  test.each<[what: string, before: JsonSchema, after: JsonSchema, sent: Json]>([
    ['if it is null', withField({ type: ['string', 'null'], default: null }), withField({ type: ['string', 'null'] }), {}],
    ['if it is of a whole object', object({ a: { ...withField(text()), default: { n: 'q' } } }, ['a']), object({ a: withField(text()) }, ['a']), {}],
    ['if a condition requires the field', { ...object({ a: text(), b: text({ default: 'x' }) }), if: object({ a: { const: '1' } }, ['a']), then: { required: ['b'] } }, { ...object({ a: text(), b: text() }), if: object({ a: { const: '1' } }, ['a']), then: { required: ['b'] } }, { a: '1' }],
    ['if another field requires it', { ...object({ a: text(), b: text({ default: 'x' }) }), dependentRequired: { a: ['b'] } }, { ...object({ a: text(), b: text() }), dependentRequired: { a: ['b'] } }, { a: '' }],
    ['if a number of fields is required', { ...object({ a: text({ default: 'x' }) }), minProperties: 1 }, { ...object({ a: text() }), minProperties: 1 }, {}],
    ['if it decided between the branches of a choice', { type: 'object', properties: { k: { default: 'x' } }, oneOf: [{ properties: { k: { const: 'x' } } }, { properties: { k: { const: 'y' } } }] }, { type: 'object', properties: { k: {} }, oneOf: [{ properties: { k: { const: 'x' } } }, { properties: { k: { const: 'y' } } }] }, {}],
    ['if the field is no longer declared but still required', withField(text({ default: 'a' })), { type: 'object', required: ['n'] }, {}],
  ])('a removed default is a break: %s', (_, before, after, sent) => {
    const broken = inputChanges(before, after).filter(({ kind, breaking }) => kind === 'default' && breaking)
    expect(broken).toMatchObject([{ bump: 'major', counterexample: sent }])
  })
})

describe('the default of a field is not a break', () => {
  // biome-ignore format: table
  test.each<[what: string, before: JsonSchema, after: JsonSchema]>([
    ['if the field becomes optional', withField(text({ default: 'a' })), withField(text(), [])],
    ['if it moves into allOf', withField(text({ default: 'a' })), { ...withField(text()), allOf: [{ properties: { n: { default: 'a' } } }] }],
    ['if it moves behind a reference', withField(text({ default: 'a' })), { ...withField({ $ref: '#/$defs/N' }), $defs: { N: text({ default: 'a' }) } }],
  ])('no break: the default of %s', (_, before, after) => {
    expect(inputChanges(before, after).filter(({ breaking }) => breaking)).toEqual([])
  })
})

test('a field that is newly required without a default is the reason, not the default it lost', () => {
  const changes = inputChanges(withField(text({ default: 'a' }), []), withField(text()))
  expect(changes.filter(({ breaking }) => breaking).map(({ kind }) => kind)).toContain('made-required')
})

test('a changed default of an output is a patch, because outputs are not filled in', () => {
  const changed = (value: string) => object({ a: branches(text({ default: value })) })
  expect(
    schemaChanges(changed('a'), changed('b'), { role: 'output', pointer: '', authored: {} }).changes,
  ).toMatchObject([{ kind: 'default', bump: 'patch', breaking: false }])
})

const field = fc.constantFrom<JsonSchema>(
  text(),
  text({ default: 'a' }),
  text({ default: 'b' }),
  { type: 'integer' },
  { type: 'integer', default: 1 },
)
const part = fc.record({
  properties: fc.dictionary(fc.constantFrom('a', 'b'), field, { maxKeys: 2, noNullPrototype: true }),
  required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
})
const contract = fc
  .record({
    whole: part,
    branch: part,
    other: part,
    kind: fc.constantFrom('oneOf', 'if', 'dependentSchemas', 'nested'),
  })
  .map(({ whole, branch, other, kind }): JsonSchema => {
    const k = (value: string) => object({ k: { const: value } }, ['k'])
    const conditional: Record<string, JsonSchema> = {
      oneOf: { oneOf: [{ allOf: [k('x'), branch] }, { allOf: [k('y'), other] }] },
      if: { if: k('x'), then: branch, else: other },
      dependentSchemas: { dependentSchemas: { k: branch } },
      nested: { allOf: [{ properties: { k: { type: 'object', ...branch } } }] },
    }
    return { type: 'object', ...whole, ...conditional[kind] }
  })

test('an input that only the earlier schema can complete is always reported as a break', () => {
  const sent: Json[] = [
    {},
    { k: 'x' },
    { k: 'y' },
    { k: {} },
    { a: 'a' },
    { a: 1, k: 'x' },
    { b: 'b', k: 'y' },
    { b: 1 },
  ]
  fc.assert(
    fc.property(contract, contract, (before, after) => {
      const refused = sent.filter(
        (each) =>
          !compile(before).accepts(each) &&
          prepareInput(before, each).issues.length === 0 &&
          prepareInput(after, each).issues.length > 0,
      )
      if (refused.length === 0) return
      const isReported = inputChanges(before, after).some(({ breaking }) => breaking)
      expect(isReported, JSON.stringify([before, after, refused])).toBe(true)
    }),
    { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 60 },
  )
})
