// Tests a SkillSet that is defined and called in source code.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { defineSkillSet } from './define-skill-set.ts'
import { CancelledError, InternalError, NotFoundError, UnavailableError, ValidationError } from './errors.ts'
import { research } from './examples/research.ts'

const fails = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

/** Defines a set of one capability whose handler returns `returned`. */
function echoing(returned: unknown, more: object = {}) {
  return defineSkillSet({
    capabilities: {
      echo: {
        pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' },
        input_schema: { verbose: { type: 'boolean', required: false } },
        output_schema: { count: { type: 'number' }, title: { type: 'string', required: true } },
      },
    },
    handlers: { echo: () => returned as { title: string } },
    ...more,
  })
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the full example', () => {
  test('works as written', async () => {
    expect(await research.call('search', { query: 'tides' })).toEqual({
      summary: '2 articles about tides.',
      sources: ['https://example.com/tides', 'https://example.com/moon'],
      resultCount: 2,
    })
  })

  test('applies the default of a missing field', () => {
    expect(research.coerce('search', { query: 'tides' })).toMatchObject({
      valid: true,
      value: { query: 'tides', limit: 5 },
    })
  })

  test('charges its price in production', async () => {
    const result = await research.run('search', { query: 'tides' }, { mode: 'production' })

    expect(result).toMatchObject({ status: 'succeeded', charge: { amount: '0.05', currency: 'USDC' } })
  })
})

describe('an input', () => {
  test('that lacks a required field never reaches the handler', async () => {
    const handler = vi.fn()
    const set = defineSkillSet({
      capabilities: { search: { input_schema: { query: { type: 'string', required: true } } } },
      handlers: { search: handler },
    })
    const thrown = await fails(set.call('search', {} as { query: string }))

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
    const thrown = await fails(research.call('search', input as { query: string }))

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
    const set = echoing(null, { handlers: { echo: handler } })
    await set.call('echo')

    expect(handler).toHaveBeenCalledWith({}, expect.anything())
  })
})

describe('an output of the wrong type', () => {
  test('is passed through in development, with a warning', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const charge = vi.fn()
    const result = await echoing({ title: 'x', count: 'many' }, { mode: 'development', charge }).run('echo')

    expect(result.output).toEqual({ title: 'x', count: 'many' })
    expect(result.warnings).toMatchObject([{ path: '/count', message: 'must be a number' }])
    expect(log).toHaveBeenCalledWith(
      'The output of echo violates its contract.\n  - [count] must be a number',
    )
    expect(charge).not.toHaveBeenCalled()
  })

  test('is a 500 InternalError in production, without a charge', async () => {
    const charge = vi.fn()
    const thrown = await fails(
      echoing({ title: 'x', count: 'many' }, { mode: 'production', charge }).call('echo'),
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
    expect(await fails(echoing(7).call('echo'))).toBeInstanceOf(InternalError)
    vi.unstubAllEnvs()
  })

  test('includes values that are not JSON', async () => {
    const thrown = await fails(echoing({ title: 'x', count: 1n }, { mode: 'production' }).call('echo'))
    expect(thrown).toMatchObject({ code: 'OUTPUT_CONTRACT_VIOLATION', details: [{ path: '/count' }] })
  })
})

test('a valid output is charged once, at its price', async () => {
  const charge = vi.fn()
  await echoing({ title: 'x', message: 'said too' }, { mode: 'production', charge }).call('echo')

  expect(charge.mock.calls).toEqual([[{ amount: '0.05', currency: 'USDC' }, 'echo']])
})

describe('a handler that fails', () => {
  const throwing = (thrown: unknown) =>
    defineSkillSet({
      capabilities: { fail: { input_schema: {} } },
      handlers: {
        fail: () => {
          throw thrown
        },
      },
    })

  // biome-ignore format: table
  test.each<[string, unknown, object]>([
    ['keeps the words of a plain error',        new Error('Out of ink.'),                        { name: 'InternalError', code: 'SKILL_ERROR', message: 'Out of ink.', recoverable: false }],
    ['keeps a class of the SDK',                new NotFoundError('No such order.'),             { name: 'NotFoundError', code: 'NOT_FOUND', status: 404, message: 'No such order.' }],
    ['keeps a code of the table',               { code: 'RATE_LIMIT_EXCEEDED', message: 'Slow.', suggested_action: 'Wait.' }, { name: 'RateLimitError', suggestedAction: 'Wait.', recoverable: true }],
    ['cannot speak for the market',             { code: 'UNAUTHENTICATED', message: 'Sign in.' }, { name: 'InternalError', code: 'SKILL_ERROR', message: 'The skill reported: “Sign in.”' }],
    ['may throw anything',                      'a word',                                        { code: 'SKILL_ERROR', message: 'a word' }],
  ])('%s', async (_, thrown, expected) => {
    expect(await fails(throwing(thrown).call('fail'))).toMatchObject(expected)
  })

  test('has its cause', async () => {
    const cause = new Error('Out of ink.')
    expect(await fails(throwing(cause).call('fail'))).toMatchObject({ cause })
  })
})

test('a status of the envelope decides how the call ends', async () => {
  const report = (returned: { status: 'success' | 'partial_success' | 'failed'; errors?: unknown[] }) =>
    defineSkillSet({
      capabilities: {
        report: {
          pricing: { model: 'per_job', amount: '1', currency: 'USDC' },
          input_schema: {},
          output_schema: {
            status: { type: 'string', enum: ['success', 'partial_success', 'failed'], required: true },
            errors: { type: 'array' },
          },
        },
      },
      handlers: { report: () => returned },
    }).run('report', {}, { mode: 'production' })

  const errors = [{ code: 'SEARCH_API_ERROR', message: 'The index is down.', recoverable: true }]

  expect(await report({ status: 'success' })).toMatchObject({ status: 'succeeded', charge: { amount: '1' } })
  expect(await report({ status: 'partial_success', errors })).toMatchObject({
    status: 'partial',
    charge: null,
  })
  expect(await fails(report({ status: 'failed', errors }))).toMatchObject({ name: 'UpstreamError' })
})

test('a caller may give up', async () => {
  const leaving = new AbortController()
  const set = defineSkillSet({
    capabilities: { wait: { input_schema: {} } },
    handlers: {
      wait: (_, { signal }) => {
        leaving.abort()
        expect(signal.aborted).toBe(true)
        return new Promise<{ message: string }>(() => {})
      },
    },
  })

  expect(await fails(set.call('wait', {}, { signal: leaving.signal }))).toBeInstanceOf(CancelledError)
  expect(await fails(set.call('wait', {}, { signal: leaving.signal }))).toBeInstanceOf(CancelledError)
})

test('an unknown capability is reported', async () => {
  const set = defineSkillSet({ capabilities: { later: { input_schema: {} } } })

  expect(await fails(set.call('later'))).toBeInstanceOf(UnavailableError)
  expect(await fails(set.call('toString' as 'later'))).toBeInstanceOf(NotFoundError)
})

test('an invalid schema is refused where it is defined', () => {
  const define = () =>
    defineSkillSet({ capabilities: { search: { input_schema: { query: { type: 'text' } } } } })

  expect(define).toThrow(
    expect.objectContaining({
      name: 'ValidationError',
      details: [expect.objectContaining({ path: '/capabilities/search/input_schema/query/type' })],
    }),
  )
})

test('validate does not coerce', () => {
  expect(research.validate('search', { query: 'tides', limit: '5' })).toMatchObject({
    valid: false,
    errors: [{ path: '/limit', message: 'must be a number' }],
  })
})
