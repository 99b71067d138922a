import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { compile } from '../../json-schema/evaluate/compile.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { buildOutputSchema, contractDocument, contractHash, permissionsHash } from './contract-document.ts'
import { emptyDocument, emptySkill } from './empty-document.ts'
import type { SkillDocument } from './skillset-document.ts'

const contractOf = (skill: Partial<SkillDocument>, version = '1.0.0') =>
  contractDocument(emptyDocument({ version }), emptySkill({ name: 'Greet', ...skill }))

describe('a contract document', () => {
  test('names the skill and its version, with its input and output', () => {
    expect(
      contractOf({ parameters: { name: { type: 'string', required: true } }, response: { type: 'object' } }),
    ).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Greet Skill API Contract',
      version: '1.0.0',
      input: { $ref: '#/definitions/Input' },
      output: { oneOf: [{ $ref: '#/definitions/SuccessResponse' }, { $ref: '#/definitions/ErrorResponse' }] },
      definitions: {
        Input: {
          type: 'object',
          properties: { name: { type: 'string' } },
          required: ['name'],
          additionalProperties: false,
        },
        SuccessResponse: { type: 'object' },
      },
    })
  })

  // biome-ignore format: table
  test.each<[sentence: string, parameters: JsonSchema]>([
    ['a path',              { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'integer' } } }],
    ['an anchor',           { type: 'object', properties: { n: { $ref: '#n' } }, $defs: { n: { $anchor: 'n', type: 'integer' } } }],
    ['a dynamic anchor',    { type: 'object', properties: { n: { $dynamicRef: '#n' } }, $defs: { n: { $dynamicAnchor: 'n', type: 'integer' } } }],
    ['its own $id',         { $id: 'https://example.com/a', type: 'object', properties: { n: { $ref: 'https://example.com/a#/$defs/n' } }, $defs: { n: { type: 'integer' } } }],
    ['the $id of a part',   { type: 'object', properties: { n: { $ref: 'https://example.com/n' } }, $defs: { n: { $id: 'https://example.com/n', type: 'integer' } } }],
    ['the whole',           { type: 'object', properties: { next: { $ref: '#' }, n: { type: 'integer' } } }],
  ])('keeps references to %s', (_, parameters) => {
    const { definitions } = contractOf({ parameters })
    const whole = compile({ $ref: '#/definitions/Input', definitions } as JsonSchema)

    expect(whole.accepts({ n: 1 })).toBe(true)
    expect(whole.accepts({ n: 'one' })).toBe(false)
    expect(whole.accepts({ next: { n: 'one' } } as Json)).toBe(!('next' in (parameters.properties as object)))
  })
})

describe('possible results in the contract document', () => {
  const error = {
    status: 'failed',
    errors: [{ code: 'SKILL_ERROR', message: 'No', recoverable: false }],
    run_id: 'run_1',
  }
  const closed = {
    type: 'object',
    properties: { a: { type: 'integer' } },
    required: ['a'],
    additionalProperties: false,
  }

  // biome-ignore format: table
  test.each<[sentence: string, response: JsonSchema, value: Json, isAllowed: boolean]>([
    ['is what is promised',                    closed,                                   { a: 1, message: 'Hi' },  true],
    ['owes the message of a JavaScript handler', closed,                                 { a: 1 },                 false],
    ['is nothing else',                        closed,                                   { a: 'one' },             false],
    ['has an undeclared message',     closed,                                   { a: 1, message: 'Hi' },  true],
    ['has no other undeclared field', closed,                                  { a: 1, b: 'Hi' },        false],
    ['has a message of the declared kind',     { ...closed, properties: { a: {}, message: { const: 'Hi' } } }, { a: 1, message: 'Ho' }, false],
    ['is an error',                            closed,                                   error,                    true],
    ['is an error where all is promised',      { type: 'object' },                       error,                    true],
    ['is an error beside a response of parts', { type: 'object', allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { type: 'object' } } }, error, true],
    ['is an error beside a response with ids', { $id: 'https://example.com/r', type: 'object', properties: { n: { $ref: 'https://example.com/n' } }, $defs: { n: { $id: 'https://example.com/n', type: 'integer' } } }, error, true],
    ['is anything where all is promised',      { type: 'object' },                       { x: 1, message: 'Hi' },  true],
    ['is the failure of an envelope',          { type: 'object', properties: { status: { enum: ['success', 'failed'] } } }, { status: 'failed', message: 'No' }, true],
  ])('%s', (_, response, value, isAllowed) => {
    const { output, definitions } = contractOf({ response })

    expect(compile({ ...(output as JsonSchema), definitions } as JsonSchema).accepts(value)).toBe(isAllowed)
  })
})

describe('the schema of the outputs of a skill', () => {
  const field: JsonSchema = { type: 'object', properties: { a: {} }, additionalProperties: false }
  const shared: JsonSchema = {
    type: 'object',
    properties: { inner: { $ref: '#/$defs/part' } },
    oneOf: [{ $ref: '#/$defs/part' }, { required: ['inner'] }],
    $defs: { part: field },
  }
  const written = (response: JsonSchema, more: Partial<SkillDocument> = {}) =>
    emptySkill({ response, definition: 'async function handler() {}', ...more })

  // biome-ignore format: table
  test.each<[sentence: string, response: JsonSchema]>([
    ['an open one',                  { type: 'object', properties: { a: {} } }],
    ['a closed one',                 field],
    ['one without unevaluated ones', { type: 'object', properties: { a: {} }, unevaluatedProperties: false }],
    ['one of closed branches',       { type: 'object', oneOf: [field, { ...field, properties: { b: {} } }] }],
    ['one that refers to another',   { $ref: '#/$defs/part', $defs: { part: field } }],
    ['one that shares a part',       shared],
    ['one of at most one field',     { ...field, maxProperties: 1 }],
  ])('lists the owed message, and accepts what is delivered, for %s', (_, response) => {
    const schema = buildOutputSchema(written(response))

    expect(schema.properties).toMatchObject({ message: { type: 'string' } })
    expect(schema.required).toContain('message')
    expect(compile(schema).accepts({ a: 1, message: 'Hi' })).toBe(true)
    expect(compile(schema).accepts({ a: 1 })).toBe(false)
  })

  test('still refuses a message where only an inner object has the shared part', () => {
    const schema = compile(buildOutputSchema(written(shared)))

    expect(schema.accepts({ inner: { a: 1, message: 'Hi' }, message: 'Hi' })).toBe(false)
  })

  test.each<[string, Partial<SkillDocument>]>([
    ['a Python skill', { runtime: 'python' }],
    ['a field map', { response: { a: { type: 'string' } } }],
    ['a built-in tool', { definition: undefined }],
  ])('does not require the message of %s', (_, more) => {
    expect(buildOutputSchema(written(field, more)).required ?? []).not.toContain('message')
  })
})

describe('a contract hash', () => {
  const parameters = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } }
  const hash = (skill: Partial<SkillDocument>, version?: string) => contractHash(contractOf(skill, version))

  test('is the same for the same contract, whatever its name, number, code and order', () => {
    const reordered = { properties: { b: { type: 'string' }, a: { type: 'string' } }, type: 'object' }

    expect(hash({ parameters: reordered, name: 'Other', definition: 'x' }, '2.0.0')).toBe(
      hash({ parameters }),
    )
  })

  test('is the same for both notations of one schema', () => {
    const { schema } = {
      schema: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    }

    expect(hash({ parameters: schema })).toBe(hash({ parameters: { a: { type: 'string' } } }))
  })

  test('is another one when a description changes', () => {
    expect(hash({ parameters: { ...parameters, description: 'New' } })).not.toBe(hash({ parameters }))
  })

  test('is another one when a promise changes', () => {
    expect(hash({ parameters, response: { a: { type: 'string' } } })).not.toBe(
      hash({ parameters, response: { a: { type: 'number' } } }),
    )
  })

  test('is SHA-256 over RFC 8785, reproducible by anyone', () => {
    const contract = contractOf({
      parameters: { b: { type: 'number', default: 1e21 }, a: { type: 'string' } },
      response: { c: { type: 'string' } },
    })
    const { input, output, definitions } = contract
    // For plain data, sorted keys without spaces satisfy RFC 8785.
    const sorted = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(sorted)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key] as Json)]),
      )
    }
    const text = JSON.stringify(sorted({ input, output, definitions } as Json))

    expect(contractHash(contract)).toBe(createHash('sha256').update(text).digest('hex'))
  })

  test('exists even for a text with half a character in it', () => {
    expect(hash({ parameters: { ...parameters, description: '\ud800' } })).toMatch(/^[0-9a-f]{64}$/)
  })
})

test('support for dry runs is in the contract and its hash, and nothing is without it', () => {
  const skill = { name: 'Search', parameters: { type: 'object' }, response: { type: 'object' } }
  const without = contractDocument({ version: '1.0.0' }, skill)
  const supported = contractDocument({ version: '1.0.0' }, { ...skill, dryRun: 'supported' })

  expect(without).not.toHaveProperty('dryRun')
  expect(supported).toHaveProperty('dryRun', 'supported')
  expect(contractHash(supported)).not.toBe(contractHash(without))
})

describe('a permissions hash', () => {
  const set = { permissions: { network: ['api.example.com'] } }
  const skill = { prompt: 'Use it.' }
  const price = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }

  test.each([
    ['a host', { permissions: { network: ['api.example.com', 'b.example.com'] } }, skill],
    ['the prompt', set, { prompt: 'Use it always.' }],
    ['the price', set, { ...skill, pricing: price }],
    ['the price of a dry run', set, { ...skill, pricing: { ...price, dryRunAmount: '0.01' } }],
  ])('is another one when %s changes', (_, changedSet, changedSkill) => {
    expect(permissionsHash(changedSet, changedSkill)).not.toBe(permissionsHash(set, skill))
  })

  test('is independent of how an empty value is written', () => {
    const hashes = [{}, { permissions: {} }, { permissions: { network: [] } }].map((each) =>
      permissionsHash(each, skill),
    )

    expect(new Set(hashes).size).toBe(1)
  })
})
