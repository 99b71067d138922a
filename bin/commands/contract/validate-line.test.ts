import { PassThrough, Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { AppError } from '#lib/kernel/errors.ts'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { readCorpus, withCorpus } from '#lib/testing/corpus.ts'
import { answerJsonLines } from '../json-lines.ts'
import { validateLine } from './validate-line.ts'

const object = (properties: Json) => ({ type: 'object', properties, additionalProperties: false })
const contract = (question: Json) => validateLine(question, { anyRoot: false })
const open = (question: Json) => validateLine(question, { anyRoot: true })

describe('contract validate', () => {
  // biome-ignore format: table
  const cases: [sentence: string, question: Json, answer: Json][] = [
    ['fills defaults, coerces and validates',  { schema: object({ a: { type: 'integer' }, b: { default: 1 } }), data: { a: '5' }, coerce: true }, { valid: true, value: { a: 5, b: 1 }, coercions: [{ path: '/a', from: '5', to: 5 }], errors: [] }],
    ['coerces by default',           { schema: object({ a: { type: 'integer' } }), data: { a: '5' } }, { valid: true, value: { a: 5 }, coercions: [{ path: '/a', from: '5', to: 5 }], errors: [] }],
    ['takes a value as it is without coerce',  { schema: object({ a: { type: 'integer' }, b: { default: 1 } }), data: { a: '5' }, coerce: false }, { valid: false, value: { a: '5' }, coercions: [], errors: [{ path: '/a', message: 'must be a whole number', keyword: 'type' }] }],
    ['reads field maps',                       { schema: { a: { type: 'string', required: true } }, data: {} }, { valid: false, value: {}, coercions: [], errors: [{ path: '/a', message: 'is required', keyword: 'required' }] }],
    ['reports why it refuses a schema',           { schema: { type: 'string' }, data: 'x' }, { schema_error: { message: 'The schema is refused.', errors: [{ path: '/type', message: 'must be "object": a contract describes an object of fields', keyword: 'object' }] } }],
  ]
  test.each(cases)('contract validate answers %s', (_, question, answer) => {
    expect(contract(question)).toEqual(answer)
  })

  test('contract validate offers to repair a schema if the intention is clear', () => {
    expect(contract({ schema: { type: 'dict', properties: {} }, data: {} })).toEqual({
      schema_error: {
        message: 'The schema is refused, and can be repaired.',
        errors: [
          { path: '/type', message: '"dict" is not a JSON Schema type: use "object"', keyword: 'enum' },
        ],
        repair: {
          schema: { type: 'object', properties: {} },
          repairs: [{ pointer: '/type', sentence: '"dict" becomes "object".' }],
        },
      },
    })
  })

  test('contract validate refuses whole numbers that were rounded in transit, anywhere, but only in the data', () => {
    const text =
      '{"schema":{"type":"object","properties":{"n":{"type":"integer","maximum":9223372036854775807}}},"data":{"n":9007199254740993,"any":[12345678901234567890,1e20]}}'
    const answer = validateLine(JSON.parse(text), { anyRoot: false }, text)

    expect(answer).toMatchObject({ valid: false, errors: [{ path: '/n' }, { path: '/any/0' }] })
    expect(validateLine(JSON.parse(text), { anyRoot: true }, text)).toMatchObject({ valid: true })
  })

  test.each([1, null, [], {}, { schema: true }, { data: 1 }, { schema: {}, data: 1, coerce: 'yes' }])(
    'contract validate refuses %j, which asks nothing',
    (question) => {
      expect(() => contract(question as Json)).toThrow(AppError)
    },
  )
})

describe('contract validate --any-root', () => {
  // biome-ignore format: table
  const cases: [sentence: string, schema: Json, data: Json, valid: boolean][] = [
    ['takes anything at the top',               { type: 'string' }, 'x', true],
    ['takes true',                              true, null, true],
    ['takes false',                             false, null, false],
    ['does not coerce unless asked to',         { type: 'integer' }, '5', false],
    ['takes formats as notes',                  { format: 'email' }, 'nobody', true],
    ['takes whole numbers of any size',         { type: 'integer' }, 2 ** 60, true],
    ['takes a default that breaks its own rule', { type: 'integer', default: 'x' }, 1, true],
    ['takes patterns that look around',         { pattern: '^(?!a)' }, 'a', false],
    ['follows dynamic references by the way that led there', { $id: 'https://x.example/a', $ref: 'list', $defs: { s: { $dynamicAnchor: 'i', type: 'string' }, list: { $id: 'list', items: { $dynamicRef: '#i' }, $defs: { i: { $dynamicAnchor: 'i' } } } } }, [1], false],
    ['knows the meta-schema',                   { $ref: 'https://json-schema.org/draft/2020-12/schema' }, { type: 1 }, false],
    ['ignores what stands beside a draft-07 $ref', { $ref: '#/definitions/a', maxItems: 0, definitions: { a: {} } }, [1], true],
    ['heeds what stands beside a newer $ref',   { $ref: '#/$defs/a', maxItems: 0, $defs: { a: {} } }, [1], false],
    ['asks nothing of "nullable" alone',        { nullable: true }, 1, true],
  ]
  test.each(cases)('contract validate --any-root answers %s', (_, schema, data, valid) => {
    expect(open({ schema, data })).toMatchObject({ valid })
  })

  // biome-ignore format: table
  test.each<[string, Json]>([
    ['a page elsewhere is never fetched', { $ref: 'https://example.com/a.json' }],
    ['a reference to nothing',            { $ref: '#/$defs/a' }],
    ['a type there is not',               { type: 'strin' }],
    ['an unknown dialect',                { $schema: 'https://example.com/dialect' }],
    ['an invalid schema',                 [1]],
  ])('contract validate --any-root refuses %s', (_, schema) => {
    expect(open({ schema, data: 1 })).toEqual({ schema_error: expect.anything() })
  })

  test('contract validate --any-root gives up on a value that is deeper than anything can follow', () => {
    const data = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)

    expect(open({ schema: { items: { $ref: '#' } }, data })).toMatchObject({ valid: false })
  })
})

type Parsing = { name: string; text?: string; utf8: boolean }

const parsing = readCorpus<Parsing>('json-parsing')
const naughty = readCorpus<{ value: string }>('naughty-strings')
const schema = { type: 'object', properties: { a: {}, b: { type: 'string' } } }

/** Returns the answers to `lines`, which pass through the same loop as in the command. */
async function answersTo(lines: string[]): Promise<Json[]> {
  const stdout = new PassThrough()
  const answers: Buffer[] = []
  stdout.on('data', (piece) => answers.push(piece))
  const stdin = Readable.from(lines.map((line) => `${line}\n`))
  await answerJsonLines((question, text) => validateLine(question, { anyRoot: false }, text), {
    stdin,
    stdout,
  })
  return Buffer.concat(answers)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test(
  'malicious JSON texts round-trip through contract validate, or are refused',
  withCorpus(parsing),
  async () => {
    const texts = (parsing ?? []).flatMap(({ text }) =>
      text === undefined || /[\r\n]/.test(text) ? [] : [text],
    )
    const lines = texts.map((text) => `{"schema":${JSON.stringify(schema)},"data":{"a":${text}}}`)
    const answers = (await answersTo(lines)) as Record<string, Json>[]

    expect(answers).toHaveLength(texts.length)
    const unchanged = answers.filter((answer, index) => {
      if (answer.valid !== true) return false
      expect(JSON.stringify(answer.value)).toBe(JSON.stringify({ a: JSON.parse(texts[index] as string) }))
      return true
    })
    for (const answer of answers) expect(answer.valid === true || answer.errors || answer.error).toBeTruthy()
    console.info(
      `${texts.length} hostile JSON texts: ${unchanged.length} round-trip, ${texts.length - unchanged.length} are refused`,
    )
  },
)

test('malicious strings round-trip through contract validate', withCorpus(naughty), async () => {
  const values = (naughty ?? []).map(({ value }) => value)
  const answers = await answersTo(
    values.map((value) => JSON.stringify({ schema, data: { a: { [value]: value }, b: value } })),
  )

  expect(answers).toEqual(
    values.map((value) => ({
      valid: true,
      value: { a: { [value]: value }, b: value },
      coercions: [],
      errors: [],
    })),
  )
})

describe('any root', () => {
  test.each<[draft: string, schema: JsonObject, valid: Json, invalid: Json]>([
    [
      'draft-04',
      { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 3, exclusiveMinimum: true },
      4,
      3,
    ],
    [
      '2019-09',
      {
        $schema: 'https://json-schema.org/draft/2019-09/schema',
        $recursiveAnchor: true,
        properties: { next: { $recursiveRef: '#' } },
        additionalProperties: false,
      },
      { next: { next: {} } },
      { next: { other: 1 } },
    ],
  ])(
    'contract validate --any-root accepts a schema of %s, as contract diff does',
    (_, schema, valid, invalid) => {
      const judge = (data: Json) => validateLine({ schema, data }, { anyRoot: true })

      expect(judge(valid)).toMatchObject({ valid: true })
      expect(judge(invalid)).toMatchObject({ valid: false })
    },
  )

  test('contract validate --any-root asserts formats and exact whole numbers only if it is asked to', () => {
    for (const [schema, data] of [
      [{ format: 'ipv4' }, 'a'],
      [{ type: 'integer' }, 2 ** 60],
    ] as [JsonObject, Json][]) {
      const judge = (formats: boolean) => validateLine({ schema, data }, { anyRoot: true, formats })
      expect([judge(false), judge(true)]).toMatchObject([{ valid: true }, { valid: false }])
    }
  })
})

test('a pattern of another language is named beside the verdict, with the same in ECMA-262', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '\\A[a-z]+\\z' } } }

  expect(validateLine({ schema, data: { a: 'abc' } }, { anyRoot: false })).toMatchObject({
    valid: false,
    advice: [{ path: '/properties/a/pattern', message: expect.stringContaining('Ruby'), fix: '^[a-z]+$' }],
  })
})
