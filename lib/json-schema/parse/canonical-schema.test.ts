// biome-ignore-all lint/suspicious/noThenProperty: conditions of schemas have one
import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { prepareInput } from '../inputs/prepare-input.ts'
import { CANONICAL_DIALECT } from '../tree/dialect.ts'
import { canonicalSchema } from './canonical-schema.ts'

describe('a document is read', () => {
  // biome-ignore format: table
  const accepted: [sentence: string, authored: Json, schema: Json][] = [
    ['as JSON Schema when a string type stands at its top', { type: 'object', properties: {} }, { $schema: CANONICAL_DIALECT, type: 'object', properties: {} }],
    ['with the shortened dialect made whole', { $schema: 'https://json-schema.org/draft/2020-12', type: 'object' }, { $schema: CANONICAL_DIALECT, type: 'object' }],
    ['as JSON Schema when a $ref stands at its top', { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } }, { $schema: CANONICAL_DIALECT, $ref: '#/$defs/a', $defs: { a: { type: 'object' } } }],
    ['as a field map otherwise', { query: { type: 'string', required: true, minLength: 3 }, limit: { type: 'number', default: 5, min: 1, max: 20 } },
      { $schema: CANONICAL_DIALECT, type: 'object', properties: { query: { type: 'string', minLength: 3 }, limit: { type: 'number', default: 5, minimum: 1, maximum: 20 } }, required: ['query'], additionalProperties: false }],
    ['as a field map even when a field is called type', { type: { type: 'string' } }, { $schema: CANONICAL_DIALECT, type: 'object', properties: { type: { type: 'string' } }, additionalProperties: false }],
    ['as a field map of nothing when it is empty', {}, { $schema: CANONICAL_DIALECT, type: 'object', properties: {}, additionalProperties: false }],
    ['with the tuples of draft-07 in today’s words', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { a: { items: [{ type: 'string' }], additionalItems: false } } },
      { $schema: CANONICAL_DIALECT, type: 'object', properties: { a: { prefixItems: [{ type: 'string' }], items: false } } }],
    ['with the tuples of draft-07 even without its keyword', { type: 'object', properties: { a: { items: [{}] } } }, { $schema: CANONICAL_DIALECT, type: 'object', properties: { a: { prefixItems: [{}] } } }],
    ['with references that follow a tuple', { type: 'object', properties: { a: { items: [{ type: 'string' }] }, b: { $ref: '#/properties/a/items/0' } } },
      { $schema: CANONICAL_DIALECT, type: 'object', properties: { a: { prefixItems: [{ type: 'string' }] }, b: { $ref: '#/properties/a/prefixItems/0' } } }],
    ['without what draft-07 ignores beside a $ref', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { a: { $ref: '#/definitions/a', minimum: 5, title: 'A' } }, definitions: { a: {} } },
      { $schema: CANONICAL_DIALECT, type: 'object', properties: { a: { $ref: '#/definitions/a', title: 'A' } }, definitions: { a: {} } }],
  ]
  test.each(accepted)('a document is read: %s', (_, authored, schema) => {
    expect(canonicalSchema(authored)).toEqual({ schema, issues: [] })
  })

  test('a schema keeps the order that its author gave it', () => {
    const { schema } = canonicalSchema({ z: { type: 'string' }, a: { type: 'string' } })

    expect(Object.keys(schema?.properties ?? {})).toEqual(['z', 'a'])
  })

  test('a canonical schema read again is the same', () => {
    const { schema } = canonicalSchema({ query: { type: 'string', required: true } })

    expect(canonicalSchema(schema).schema).toEqual(schema)
  })
})

describe('a schema is refused', () => {
  const deep = (levels: number): Json => (levels === 0 ? {} : { properties: { a: deep(levels - 1) } })
  const inObject = (a: Json): Json => ({ type: 'object', properties: { a } })
  // biome-ignore format: table
  const refused: [sentence: string, authored: Json, path: string, message: string][] = [
    ['when it is not an object', [], '', 'must be an object: a JSON Schema or a field map'],
    ['when a limit is a number that no number is', inObject({ type: 'number', minimum: Number('1e400') }), '/properties/a/minimum', 'must be a finite number'],
    ['when it describes no object', { type: 'string' }, '/type', 'must be "object": a contract describes an object of fields'],
    ['when it may describe something else', { $schema: CANONICAL_DIALECT, type: ['object', 'null'] }, '/type', 'must be "object": a contract describes an object of fields'],
    ['when its dialect is unknown', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }, '/$schema', 'is not a supported dialect: use 2020-12 or draft-07, or omit $schema'],
    ['for a type of another language', inObject({ type: 'dict' }), '/properties/a/type', '"dict" is not a JSON Schema type: use "object"'],
    ['for a type that is anything', inObject({ type: 'any' }), '/properties/a/type', '"any" is not a JSON Schema type: omit "type" to accept any value'],
    ['for a field that says it is required', inObject({ type: 'string', required: true }), '/properties/a/required', 'must be a list of names in the parent object: write "required": ["a"] next to "properties"'],
    ['for a limit of draft-04', inObject({ minimum: 1, exclusiveMinimum: true }), '/properties/a/exclusiveMinimum', 'must be a number since draft-06: put the limit here and omit "minimum" (exclusiveMinimum: 5)'],
    ['at the place its author wrote', inObject({ items: [{ type: 'string', default: 1 }] }), '/properties/a/items/0/default', 'this default does not match its own schema: must be text'],
    ['for a type that does not exist', inObject({ type: 'strin' }), '/properties/a/type', 'must be one of "array", "boolean", "integer", "null", "number", "object", "string"'],
    ['for a keyword of the wrong kind', inObject({ minimum: '3' }), '/properties/a/minimum', 'must be a number'],
    ['for properties that are not schemas', { type: 'object', properties: { a: 'string' } }, '/properties/a', 'must describe a field: write {"type":"string"} instead of "string"'],
    ['for a keyword among the fields', { type: 'object', properties: { a: {}, type: 'object' } }, '/properties/type', 'stands inside "properties", so it is read as a field: move "type" up, next to "properties"'],
    ['for a choice without a type', { anyOf: [{ type: 'object' }] }, '/anyOf', 'must describe a field, such as { "type": "string" } (without a top-level "type": "object", this is read as a field map)'],
    ['for an $id that is a fragment', inObject({ $id: '#/properties/a' }), '/properties/a/$id', 'must be a URI without "#": omit it, or write "$anchor" to name this part'],
    ['for a pattern with too many repeats', inObject({ pattern: '^.{1,1024}$' }), '/properties/a/pattern', 'is not a supported pattern: {1,1024} is too many: a part of a pattern can be repeated at most 1,000 times, and repeats within repeats multiply. Limit the length with minLength and maxLength, or the items with maxItems'],
    ['for a dynamic reference where a part has its own $id', { type: 'object', properties: { a: { $dynamicRef: '#n' } }, $defs: { n: { $dynamicAnchor: 'n' }, b: { $id: 'b', $dynamicAnchor: 'n' } } }, '/properties/a/$dynamicRef', 'cannot be used where parts of the schema have an $id of their own: what it refers to would depend on the way it is reached'],
    ['for an example behind a reference into an unknown keyword', { type: 'object', properties: { a: { $ref: '#/x-shared/a' } }, 'x-shared': { a: { type: 'string', examples: [1] } } }, '/x-shared/a/examples/0', 'this example does not match its own schema: must be text'],
    ['for an unknown type behind a reference into an unknown keyword', { ...inObject({ $ref: '#/x-shared/a' }) as object, 'x-shared': { a: { type: 'int' } } }, '/x-shared/a/type', '"int" is not a JSON Schema type: use "integer"'],
    ['for a pattern behind a reference into an unknown keyword', { ...inObject({ $ref: '#/x-shared/a' }) as object, 'x-shared': { a: { properties: { b: { pattern: '(?=a)b' } } } } }, '/x-shared/a/properties/b/pattern', 'is not a supported pattern: lookahead and lookbehind are not supported'],
    ['for a web page behind a reference into an unknown keyword', { ...inObject({ $ref: '#/x-shared/a' }) as object, 'x-shared': { a: { $ref: 'https://example.com/a.json' } } }, '/x-shared/a/$ref', 'refers outside this schema, to https://example.com/a.json'],
    ['for a reference to a web page', inObject({ $ref: 'https://example.com/a.json' }), '/properties/a/$ref', 'refers outside this schema, to https://example.com/a.json'],
    ['for a reference to a file', inObject({ $ref: 'a.json#/b' }), '/properties/a/$ref', 'refers outside this schema, to a.json#/b'],
    ['for a reference to nothing', inObject({ $ref: '#/$defs/a' }), '/properties/a/$ref', 'does not resolve to anything in this schema: #/$defs/a'],
    ['for a reference to itself', { type: 'object', $ref: '#' }, '', 'refers to itself endlessly'],
    ['for references in a cycle', { ...inObject({ $ref: '#/$defs/a' }) as object, $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } }, '/$defs/a', 'refers to itself endlessly'],
    ['for a reference to itself by its own name', { $id: 'https://example.com/a', $ref: 'https://example.com/a', type: 'object' }, '', 'refers to itself endlessly'],
    ['for a part that refers to itself by its own name', { ...inObject(true) as object, $defs: { b: { $id: 'b', $ref: 'b' } } }, '/$defs/b', 'refers to itself endlessly'],
    ['for a cycle in an unusual location', { ...inObject({ $ref: '#/x/a' }) as object, x: { a: { allOf: [{ $ref: '#/x/a' }] } } }, '/x/a', 'refers to itself endlessly'],
    ['for a reference to something else than a schema', { ...inObject({ $ref: '#/title' }) as object, title: 'A' }, '/properties/a/$ref', 'resolves to something that is not a schema: #/title'],
    ['for references that go on for thousands', { ...inObject({ $ref: '#/$defs/a0' }) as object, $defs: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`a${at}`, at === 4_999 ? ({} as JsonSchema) : { $ref: `#/$defs/a${at + 1}` }])) }, '', 'cannot be compiled: its references are nested too deeply'],
    ['for a name with half a character', { type: 'object', properties: { '\ud800': {} } }, '/properties/\ud800', 'has a lone surrogate in its name'],
    ['for a pattern that cannot run in linear time', inObject({ pattern: '(?=a)b' }), '/properties/a/pattern', 'is not a supported pattern: lookahead and lookbehind are not supported'],
    ['for a property pattern that cannot', { type: 'object', patternProperties: { '(a)\\1': {} } }, '/patternProperties/(a)\\1', 'is not a supported pattern: backreferences are not supported'],
    ['for a default that breaks its own rule', inObject({ type: 'integer', maximum: 5, default: 7 }), '/properties/a/default', 'this default does not match its own schema: must be 5 or less'],
    ['for a default that breaks it deep inside', inObject({ items: { type: 'string' }, default: ['a', 1] }), '/properties/a/default/1', 'this default does not match its own schema: must be text'],
    ['for a default that breaks a rule it refers to', { ...inObject({ $ref: '#/$defs/n', default: 'x' }) as object, $defs: { n: { type: 'integer' } } }, '/properties/a/default', 'this default does not match its own schema: must be a whole number'],
    ['for an example that breaks its own rule', inObject({ enum: ['a'], examples: ['a', 'b'] }), '/properties/a/examples/1', 'this example does not match its own schema: must be one of "a"'],
    ['when it is nested too deeply', { type: 'object', ...deep(40) as object }, '', 'is nested deeper than 64 levels'],
    ['when it is too large', { type: 'object', description: 'x'.repeat(256 * 1024) }, '', 'is larger than 256 KiB'],
    ['for an invalid field', { required: ['a'] }, '/required', 'must describe a field, such as { "type": "string" } (without a top-level "type": "object", this is read as a field map)'],
    ['for properties without a type beside them', { properties: { a: {} } }, '/properties/type', 'is required (without a top-level "type": "object", this is read as a field map)'],
    ['for a field of an unknown type', { a: { type: 'text' } }, '/a/type', 'must be one of string, number, integer, boolean, array, object'],
    ['for a constraint that does not apply', { a: { type: 'string', min: 3 } }, '/a/min', 'does not apply to the type string'],
    ['for a constraint in the other notation', { a: { type: 'number', minimum: 3 } }, '/a/minimum', 'minimum is not allowed in a field map: did you mean min?'],
    ['for an enum of another type', { a: { type: 'number', enum: ['1'] } }, '/a/enum', 'must list one or more values of its type'],
    ['for an enum where none is possible', { a: { type: 'boolean', enum: [true] } }, '/a/enum', 'must list one or more values of its type'],
    ['for the default of a field', { a: { type: 'number', max: 5, default: 7 } }, '/a/default', 'this default does not match its own schema: must be 5 or less'],
  ]
  test.each(refused)('a schema is refused: %s', (_, authored, path, message) => {
    const { schema, issues } = canonicalSchema(authored)

    expect(schema).toBeUndefined()
    expect(issues).toContainEqual(expect.objectContaining({ path, message }))
  })

  test('a schema is refused with all its errors together', () => {
    const { issues } = canonicalSchema({ a: { type: 'x' }, b: { type: 'string', min: 1, foo: 2 } })

    expect(issues.map(({ path }) => path)).toEqual(['/a/type', '/b/min', '/b/foo'])
  })
})

test('a reference to an $id inside the document is resolved there', () => {
  const { schema } = canonicalSchema({
    $id: 'https://example.com/tree',
    type: 'object',
    properties: { next: { $ref: 'https://example.com/tree' }, n: { type: 'integer' } },
  })

  expect(prepareInput(schema ?? {}, { next: { n: 'x' } }).issues).toMatchObject([{ path: '/next/n' }])
})

test('the target of a reference is checked as a schema, wherever it is', () => {
  const { schema = {} } = canonicalSchema({
    type: 'object',
    properties: { a: { $ref: '#/components/schemas/a' }, b: { $ref: '#/components/schemas/a/properties/n' } },
    components: {
      schemas: {
        a: {
          anyOf: [{ type: 'null' }, { type: 'object', title: 'A', properties: { n: { type: 'integer' } } }],
          properties: { n: { type: 'integer' } },
        },
      },
    },
  })

  expect(prepareInput(schema, { a: { n: '5' }, b: '6' }).value).toEqual({ a: { n: 5 }, b: 6 })
  expect(prepareInput(schema, { a: { n: 2 ** 60 } }).issues).toMatchObject([
    { path: '/a/n', keyword: 'safeInteger' },
  ])
  expect(prepareInput(schema, { a: 'x' }).issues).toMatchObject([
    { path: '/a', message: 'must be null or an object' },
  ])
})

// biome-ignore format: list
test.each(['id', '$async', '$recursiveRef', 'discriminator', 'safeInteger', 'work'])(
  'an annotation called %s stays an annotation, even if the engine knows it',
  (word) => {
    for (const note of [true, 'x', ['a'], { a: 1 }]) {
      const n: Json = { type: 'integer', [word]: note }
      const { schema = {} } = canonicalSchema({ type: 'object', properties: { a: { type: 'object', properties: { n }, [word]: note } } })
      // The fast check is used after several calls.
      for (let call = 0; call < 10; call++) {
        expect(prepareInput(schema, { a: { n: '5' } }).value).toEqual({ a: { n: 5 } })
        expect(prepareInput(schema, { a: { n: 5, b: 1 } }).issues).toEqual([])
        expect(prepareInput(schema, { a: { n: 5.5 } }).issues).toMatchObject([{ path: '/a/n' }])
      }
    }
  },
)

test('thousands of examples are all checked, and the first wrong ones are named', () => {
  const examples = [...Array.from({ length: 40_000 }, () => 'abc'), 'a', 'b']
  const schema = { type: 'object', properties: { list: { type: 'string', minLength: 3, examples } } }

  expect(canonicalSchema(schema).issues.map(({ path }) => path)).toEqual([
    '/properties/list/examples/40000',
    '/properties/list/examples/40001',
  ])
})

// biome-ignore format: table
test.each<[what: string, authored: Json, schema: JsonSchema]>([
  ['a list with the one type "object"', { type: ['object'], properties: {} }, { $schema: CANONICAL_DIALECT, type: ['object'], properties: {} }],
  ['"type" beside the $ref of a draft-07 root', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', $ref: '#/definitions/p', definitions: { p: { properties: { n: { type: 'string' } } } } }, { $schema: CANONICAL_DIALECT, type: 'object', $ref: '#/definitions/p', definitions: { p: { properties: { n: { type: 'string' } } } } }],
  ['an $id of draft-07 that repeats its own place', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { a: { $id: '#/properties/a', type: 'string' }, b: { $id: '#b', type: 'string' } } }, { $schema: CANONICAL_DIALECT, type: 'object', properties: { a: { type: 'string' }, b: { type: 'string', $anchor: 'b' } } }],
])('a schema may have %s', (_, authored, schema) => {
  expect(canonicalSchema(authored)).toEqual({ schema, issues: [] })
})
