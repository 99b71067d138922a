// Tests the input and output of a SkillSet that is defined in source code.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failureOf, makeEchoing } from '../../testing/setup/runs/echoing-skill-set.ts'
import { defineSkillSet } from './define-skill-set.ts'
import { InternalError, ValidationError } from './errors.ts'
import { research } from './examples/research.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an input', () => {
  test('that lacks a required field never reaches the handler', async () => {
    const handler = vi.fn()
    const set = defineSkillSet({
      capabilities: { search: { input_schema: { query: { type: 'string', required: true } } } },
      handlers: { search: handler },
    })
    const thrown = await failureOf(set.call('search', {} as { query: string }))

    expect(thrown).toBeInstanceOf(ValidationError)
    expect(thrown).toMatchObject({
      name: 'ValidationError',
      code: 'MISSING_REQUIRED_PARAM',
      status: 400,
      recoverable: true,
      details: [{ path: '/query', message: 'is required', keyword: 'required' }],
    })
    expect(handler).not.toHaveBeenCalled()
  })

  // biome-ignore format: table
  test.each<[string, unknown, string]>([
    ['below min',            { query: 'abc', limit: 0 },            'must be 1 or more'],
    ['above max',            { query: 'abc', limit: 21 },           'must be 20 or less'],
    ['under minLength',      { query: 'ab' },                       'must be at least 3 characters'],
    ['over maxLength',       { query: 'a'.repeat(501) },            'must be at most 500 characters'],
    ['of another type',      { query: 'abc', limit: { key: 'v' } }, 'must be a number'],
    ['with a surplus field', { query: 'abc', page: 1 },             'is not a known field'],
  ])('%s is a ValidationError', async (_, input, message) => {
    const thrown = await failureOf(research.call('search', input as { query: string }))

    expect(thrown).toMatchObject({ name: 'ValidationError', code: 'INVALID_INPUT', details: [{ message }] })
  })

  // biome-ignore format: table
  test.each<[unknown, 'number' | 'string' | 'boolean', unknown]>([
    ['42',   'number',  42],
    [42,     'string',  '42'],
    ['true', 'boolean', true],
  ])('sends %j where %s is declared, and the handler gets %j', async (sent, type, got) => {
    const handler = vi.fn((input: object) => ({ message: JSON.stringify(input) }))
    const set = defineSkillSet({ capabilities: { take: { input_schema: { a: { type } } } }, handlers: { take: handler } })
    const { coercions } = await set.run('take', { a: sent as number })

    expect(handler).toHaveBeenCalledWith({ a: got }, expect.anything())
    expect(coercions).toEqual([{ path: '/a', from: sent, to: got }])
  })

  test('without an optional field that has no default is undefined there', async () => {
    const handler = vi.fn(() => ({ title: 'x' }))
    const set = makeEchoing(null, { handlers: { echo: handler } })
    await set.call('echo')

    expect(handler).toHaveBeenCalledWith({}, expect.anything())
  })
})

describe('an output of the wrong type', () => {
  test('is passed through in development, with a warning', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const charge = vi.fn()
    const result = await makeEchoing({ title: 'x', count: 'many' }, { mode: 'development', charge }).run(
      'echo',
    )

    expect(result.output).toEqual({ title: 'x', count: 'many' })
    expect(result.warnings).toMatchObject([{ path: '/count', message: 'must be a number' }])
    expect(log).toHaveBeenCalledWith(
      'The output of echo violates its contract.\n  - [count] must be a number',
    )
    expect(charge).not.toHaveBeenCalled()
  })

  test('is a 500 InternalError in production, without a charge', async () => {
    const charge = vi.fn()
    const thrown = await failureOf(
      makeEchoing({ title: 'x', count: 'many' }, { mode: 'production', charge }).call('echo'),
    )

    expect(thrown).toBeInstanceOf(InternalError)
    expect(thrown).toMatchObject({
      code: 'OUTPUT_CONTRACT_VIOLATION',
      status: 500,
      details: [{ path: '/count', message: 'must be a number' }],
    })
    expect(charge).not.toHaveBeenCalled()
  })

  test('is distinguished from one in development by NODE_ENV', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(await failureOf(makeEchoing(7).call('echo'))).toBeInstanceOf(InternalError)
    vi.unstubAllEnvs()
  })

  test('includes values that are not JSON', async () => {
    const thrown = await failureOf(
      makeEchoing({ title: 'x', count: 1n }, { mode: 'production' }).call('echo'),
    )
    expect(thrown).toMatchObject({ code: 'OUTPUT_CONTRACT_VIOLATION', details: [{ path: '/count' }] })
  })
})
