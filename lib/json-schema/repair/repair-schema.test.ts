import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { everyNth, readCorpus, withCorpus } from '../../testing/corpus.ts'
import { canonicalSchema } from '../parse/canonical-schema.ts'
import { repairSchema } from './repair-schema.ts'

const object = (properties: Json, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})
const field = (a: Json): JsonSchema => object({ a })

describe('a schema is repaired', () => {
  // biome-ignore format: table
  const cases: [sentence: string, authored: Json, schema: Json, pointers: string[]][] = [
    ['when it speaks Python',             { type: 'dict', properties: { a: { type: 'float' }, b: { type: 'list', items: { type: 'str' } }, c: { type: 'any' } } }, object({ a: { type: 'number' }, b: { type: 'array', items: { type: 'string' } }, c: {} }), ['/type', '/properties/a/type', '/properties/b/type', '/properties/b/items/type', '/properties/c/type']],
    ['when it speaks Java',               field({ type: 'ArrayList', items: { type: 'String' } }), field({ type: 'array', items: { type: 'string' } }), ['/properties/a/type', '/properties/a/items/type']],
    ['when it names generic types',       object({ a: { type: 'List[int]' }, b: { type: 'Optional[str]' }, c: { type: 'string[]' } }), object({ a: { type: 'array', items: { type: 'integer' } }, b: { type: ['string', 'null'] }, c: { type: 'array', items: { type: 'string' } } }), ['/properties/a/type', '/properties/b/type', '/properties/c/type']],
    ['when a type is several words',      field({ type: ['str', 'null'] }), field({ type: ['string', 'null'] }), ['/properties/a/type']],
    ['when a word stands for a schema',   { type: 'object', properties: { a: 'int' }, additionalProperties: 'false' }, { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false }, ['/additionalProperties', '/properties/a']],
    ['when fields say they are required', object({ a: { type: 'string', required: true }, b: { type: 'string', required: false } }, { required: ['b'] }), object({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['b', 'a'] }), ['/properties', '/properties']],
    ['when required is one name',         object({ a: {} }, { required: 'a' }), object({ a: {} }, { required: ['a'] }), ['/required']],
    ['when limits are text',              field({ type: 'string', maxLength: '20' }), field({ type: 'string', maxLength: 20 }), ['/properties/a/maxLength']],
    ['when limits are of draft-04',       { $schema: 'http://json-schema.org/draft-04/schema#', ...field({ minimum: 0, exclusiveMinimum: true }) }, field({ exclusiveMinimum: 0 }), ['/$schema', '/properties/a/exclusiveMinimum']],
    ['when its dialect is its site’s own', { $schema: 'https://apify.com/schemas/v1/input.ide.json', ...object({ url: { type: 'string', editor: 'textfield', prefill: 'x' } }, { schemaVersion: 1 }) }, object({ url: { type: 'string', editor: 'textfield', prefill: 'x' } }, { schemaVersion: 1 }), ['/$schema']],
    ['when a default is null',            field({ type: 'string', default: null }), field({ type: 'string' }), ['/properties/a/default']],
    ['when a default is written as text', object({ a: { type: 'integer', default: '5' }, b: { type: 'boolean', default: 'True' } }), object({ a: { type: 'integer', default: 5 }, b: { type: 'boolean', default: true } }), ['/properties/b/default', '/properties/a/default']],
    ['when a default is spelled otherwise', field({ enum: ['active', 'idle'], default: 'Active' }), field({ enum: ['active', 'idle'], default: 'active' }), ['/properties/a/default']],
    ['when a default is not in the list', field({ enum: ['a', 'b'], default: 'c' }), field({ enum: ['a', 'b'] }), ['/properties/a/default']],
    ['when examples break its rules',     field({ type: 'integer', examples: [1, 'x', 2, 'y'] }), field({ type: 'integer', examples: [1, 2] }), ['/properties/a/examples/3', '/properties/a/examples/1']],
    ['when a default sits in a tuple',    field({ items: [{ type: 'string', default: null }] }), field({ items: [{ type: 'string' }] }), ['/properties/a/items/0/default']],
    ['when a pattern names its groups as Python does', field({ pattern: '\\A(?P<y>[0-9]+)\\Z', type: 'string' }), field({ pattern: '^(?<y>[0-9]+)$', type: 'string' }), ['/properties/a/pattern']],
    ['when a pattern repeats more than 1,000 times', field({ type: 'string', pattern: '^.{1,1024}$' }), field({ type: 'string', pattern: '^.{1,1000}.{0,24}$' }), ['/properties/a/pattern']],
    ['when a pattern has possessive repeats and comments', field({ type: 'string', pattern: '^a++(?#x)$' }), field({ type: 'string', pattern: '^a+$' }), ['/properties/a/pattern']],
    ['when a pattern of names is Python’s', object({}, { patternProperties: { '^(?P<n>x)': {}, '^y': {} } }), object({}, { patternProperties: { '^(?<n>x)': {}, '^y': {} } }), ['/patternProperties/^(?P<n>x)']],
    ['when keywords stand among the fields', { type: 'object', properties: { a: { type: 'string' }, type: 'object', required: ['a'] } }, { ...field({ type: 'string' }), required: ['a'] }, ['/properties', '/properties']],
    ['when an $id names nothing',         field({ $id: '#/properties/a', type: 'string' }), field({ type: 'string' }), ['/properties/a/$id']],
    ['when it is a choice of objects',    { anyOf: [field({ type: 'string' }), object({ b: {} })] }, { type: 'object', anyOf: [field({ type: 'string' }), object({ b: {} })] }, ['']],
    ['when a pattern cannot be run',      field({ type: 'string', pattern: '^(?!x)' }), field({ type: 'string', $comment: 'pattern: ^(?!x)' }), ['/properties/a/pattern']],
    ['when a reference misses',           { ...field({ $ref: '#/definitions/n' }), $defs: { n: { type: 'integer' } } }, { ...field({ $ref: '#/$defs/n' }), $defs: { n: { type: 'integer' } } }, ['/properties/a/$ref']],
    ['when it is a tool’s declaration',   { name: 'f', description: 'd', parameters: field({ type: 'int' }) }, field({ type: 'integer' }), ['/parameters', '/properties/a/type']],
    ['when its type was forgotten',       { properties: { a: { type: 'string' } }, required: ['a'] }, { ...field({ type: 'string' }), required: ['a'] }, ['']],
    ['when its fields are a list',        { type: 'object', properties: [{ name: 'a', type: 'string' }] }, field({ type: 'string' }), ['/properties']],
  ]
  test.each(cases)('a schema is repaired: %s', (_, authored, schema, pointers) => {
    const repaired = repairSchema(authored)

    expect(repaired?.schema).toEqual(schema)
    expect(repaired?.repairs.map(({ pointer }) => pointer)).toEqual(pointers)
    expect(canonicalSchema(repaired?.schema).issues).toEqual([])
  })
})

// biome-ignore format: table
test.each<[sentence: string, authored: Json]>([
  ['nothing is wrong with it',     field({ type: 'string' })],
  ['it refers to a page elsewhere', field({ $ref: 'https://example.com/a.json' })],
  ['its type is unknown',        field({ type: 'frobnicator' })],
  ['it describes a text',          { type: 'string' }],
  ['it is not a schema',       [1, 2]],
])('a schema is left to its author when %s', (_, authored) => {
  expect(repairSchema(authored)).toBeNull()
})

test('a repair is accepted, described and located, and leaves the original unchanged', () => {
  const word = fc.constantFrom('dict', 'float', 'string', 'object', 'integer', 'Any', 'nonsense', 'List[str]')
  const value = fc.oneof(fc.constant(null), fc.string({ maxLength: 5 }), fc.integer(), fc.boolean())
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      word,
      fc.record(
        {
          type: fc.oneof(word, fc.array(word, { maxLength: 2 })),
          properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), tie('schema')),
          items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
          required: fc.oneof(fc.boolean(), fc.constant('a'), fc.constant(['a', 'a']), fc.constant(null)),
          default: value,
          examples: fc.array(value, { maxLength: 3 }),
          enum: fc.array(value, { maxLength: 3 }),
          minimum: value,
          exclusiveMinimum: value,
          pattern: fc.constantFrom('^a', '(?!a)', '\\Aa\\Z', '('),
          $ref: fc.constantFrom('#', '#/$defs/a', 'https://example.com/x'),
        },
        { requiredKeys: [] },
      ),
    ),
  }))
  let repaired = 0
  fc.assert(
    fc.property(schema, (inner) => {
      const authored = { type: 'object', properties: { field: inner } } as Json
      const before = JSON.stringify(authored)
      const found = repairSchema(authored)
      expect(JSON.stringify(authored)).toBe(before)
      if (!found) return
      repaired++
      expect(canonicalSchema(found.schema).issues).toEqual([])
      expect(found.repairs.length).toBeGreaterThan(0)
      for (const { sentence } of found.repairs) expect(sentence).toMatch(/\.$/)
    }),
    { numRuns: process.env.GUILDHALL_LONG ? 2_000 : 75 },
  )
  expect(repaired).toBeGreaterThan(10)
})

type Tool = { id: string; schema: JsonSchema; raw_schema?: JsonSchema }

const tools = readCorpus<Tool>('tool-schemas')

describe('schemas of published tools', withCorpus(tools), () => {
  const authored = everyNth(tools, 12).flatMap(({ id, schema, raw_schema }) => [
    { id, schema },
    ...(raw_schema ? [{ id, schema: raw_schema }] : []),
  ])

  test('schemas of published tools that are refused say why, and can be repaired', () => {
    const refused = authored.filter(({ schema }) => canonicalSchema(schema).issues.length > 0)
    const isReadable = ({ schema }: (typeof refused)[number]) =>
      canonicalSchema(schema).issues.every(({ path, message }) => {
        const isTypeWord = path.endsWith('/type') && /must be one of/.test(message)
        return message !== '' && !isTypeWord && (path === '' || valueAt(schema, path) !== undefined)
      })
    const left = refused.filter(({ schema }) => repairSchema(schema) === null)

    console.info(
      `${refused.length} of ${authored.length} are refused, ${refused.length - left.length} of them can be repaired`,
    )
    expect(refused.filter((each) => !isReadable(each)).map(({ id }) => id)).toEqual([])
    expect(left.map(({ id }) => id)).toEqual([])
  })

  test('a repaired schema of a published tool still has every field', () => {
    const lost = authored.filter(({ schema }) => {
      const repaired = repairSchema(schema)
      const names = ({ properties }: JsonSchema) => Object.keys(isObject(properties) ? properties : {}).join()
      return repaired && names(repaired.schema) !== names(schema)
    })

    expect(lost).toEqual([])
  })
})
