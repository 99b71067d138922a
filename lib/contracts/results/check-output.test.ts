import { describe, expect, test } from 'vitest'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { checkOutput, outputRules, runEndFromStatus } from './check-output.ts'

const closed = (properties: JsonSchema, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

describe('an output', () => {
  const words = closed({ words: { type: 'integer' } }, ['words'])
  // biome-ignore format: table
  const cases: [sentence: string, response: JsonSchema, value: Json, paths: string[]][] = [
    ['that matches is accepted', words, { words: 3 }, []],
    ['may always carry a message', words, { words: 3, message: 'Three words.' }, []],
    ['must have as many as it describes, that message apart', { ...closed({ a: {} }), minProperties: 1, maxProperties: 1 }, { message: 'None.' }, ['']],
    ['may carry it beside as many as it describes', { ...closed({ a: {} }), minProperties: 1, maxProperties: 1 }, { a: 1, message: 'One.' }, []],
    ['may carry only text as that message', words, { words: 3, message: 3 }, ['/message']],
    ['must have the message it declares', closed({ message: { type: 'string', maxLength: 3 } }), { message: 'long' }, ['/message']],
    ['must have the message a branch declares', { type: 'object', oneOf: [closed({ message: { maxLength: 3 } })] }, { message: 'long' }, ['/message']],
    ['is never coerced', words, { words: '3' }, ['/words']],
    ['must not lack what it promised', words, {}, ['/words']],
    ['must be what it promised', words, 'three', ['']],
    ['may carry one that it asks for and does not describe', closed({}, ['message']), { message: 'Done.' }, []],
    ['may carry one where only another branch describes it', { type: 'object', oneOf: [closed({ k: { const: 1 }, message: { type: 'string' } }, ['k']), closed({ k: { const: 2 } }, ['k'])] }, { k: 2, message: 'Two.' }, []],
    ['must meet the other conditions of a branch that does not describe it', { type: 'object', oneOf: [closed({ k: { const: 1 }, message: {} }, ['k']), closed({ k: { const: 2 } }, ['k', 'n'])] }, { k: 2, message: 'Two.' }, ['/n', '/message']],
  ]
  test.each(cases)('%s', (_, response, value, paths) => {
    expect(checkOutput(response, value).map(({ path }) => path)).toEqual(paths)
  })

  test('without a promise may be anything', () => {
    expect(checkOutput(undefined, [1, 'two'])).toEqual([])
  })
})

describe('a string message', () => {
  const response = { type: 'object' }

  test('is required of JavaScript whose response was authored as JSON Schema', () => {
    expect(outputRules({ response })).toEqual({ messageRequired: true })
    expect(outputRules({ response: { message: { type: 'string' } } })).toEqual({ messageRequired: false })
    expect(outputRules({ response, runtime: 'python' })).toEqual({ messageRequired: false })
  })

  // biome-ignore format: table
  test.each<[Json, string[]]>([
    [{ message: 'x' }, []],
    [{ message: 1 },   ['/message']],
    [{},               ['/message']],
    [null,             ['']],
  ])('is missed in %j', (value, paths) => {
    const open = typeof value === 'object' && value !== null ? response : undefined
    expect(checkOutput(open, value, { messageRequired: true }).map(({ path }) => path)).toEqual(paths)
  })
})

describe('status', () => {
  const envelope: JsonSchema = {
    type: 'object',
    properties: { status: { enum: ['success', 'partial_success', 'failed'] } },
  }
  const branches: JsonSchema = {
    type: 'object',
    oneOf: [{ properties: { status: { const: 'success' } } }, { $ref: '#/$defs/error' }],
    $defs: { error: { properties: { status: { enum: ['failed', 'partial_success'] } } } },
  }
  const withStatus = (status: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { status },
    $defs: {
      status: { type: 'string', enum: ['success', 'failed'] },
      other: { $ref: '#/$defs/status' },
      loop: { anyOf: [{ type: 'object', properties: { a: { $ref: '#/$defs/loop' } } }, { type: 'boolean' }] },
    },
  })
  const order: JsonSchema = { type: 'object', properties: { status: { enum: ['pending', 'failed'] } } }
  const free: JsonSchema = { type: 'object', properties: { status: { type: 'string' } } }
  // biome-ignore format: table
  const cases: [sentence: string, response: JsonSchema, status: string, end: string][] = [
    ['failed ends the run as failed',                     envelope, 'failed',          'failed'],
    ['partial_success ends it as partial',                envelope, 'partial_success', 'partial'],
    ['success ends it as succeeded',                      envelope, 'success',         'succeeded'],
    ['decides when branches and references declare it',   branches, 'failed',          'failed'],
    ['decides through references and allOf',              withStatus({ allOf: [{ $ref: '#/$defs/other' }], description: 'How it went' }), 'failed', 'failed'],
    ['decides when each branch of it is a constant',      withStatus({ oneOf: [{ const: 'success', title: 'Done' }, { const: 'failed', title: 'Not' }] }), 'failed', 'failed'],
    ['decides when it may be null as well',               withStatus({ anyOf: [{ $ref: '#/$defs/status' }, { type: 'null' }] }), 'failed', 'failed'],
    ['is ordinary data when a branch takes any text',     withStatus({ anyOf: [{ $ref: '#/$defs/status' }, { type: 'string' }] }), 'failed', 'succeeded'],
    ['is ordinary data when it only contains itself',     withStatus({ anyOf: [{ $ref: '#/$defs/loop' }, { const: 'failed' }] }), 'failed', 'succeeded'],
    ['is ordinary data beside values of other kinds',     order,    'failed',          'succeeded'],
    ['is ordinary data when any text will do',            free,     'failed',          'succeeded'],
  ]
  test.each(cases)('%s', (_, response, status, end) => {
    expect(runEndFromStatus(response, { status })).toBe(end)
  })

  test('partial_success must list its errors', () => {
    expect(checkOutput(envelope, { status: 'partial_success' })).toMatchObject([{ path: '/errors' }])
    expect(checkOutput(envelope, { status: 'partial_success', errors: [{ code: 'X' }] })).toEqual([])
  })
})
