// Tests a SkillSet that is defined and called in source code.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failureOf, makeEchoing } from '../../testing/setup/runs/echoing-skill-set.ts'
import { defineSkillSet } from './define-skill-set.ts'
import { CancelledError, NotFoundError, UnavailableError } from './errors.ts'
import { research } from './examples/research.ts'

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

test('a valid output is charged once, at its price', async () => {
  const charge = vi.fn()
  await makeEchoing({ title: 'x', message: 'said too' }, { mode: 'production', charge }).call('echo')

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
    expect(await failureOf(throwing(thrown).call('fail'))).toMatchObject(expected)
  })

  test('has its cause', async () => {
    const cause = new Error('Out of ink.')
    expect(await failureOf(throwing(cause).call('fail'))).toMatchObject({ cause })
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
  expect(await failureOf(report({ status: 'failed', errors }))).toMatchObject({ name: 'UpstreamError' })
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

  expect(await failureOf(set.call('wait', {}, { signal: leaving.signal }))).toBeInstanceOf(CancelledError)
  expect(await failureOf(set.call('wait', {}, { signal: leaving.signal }))).toBeInstanceOf(CancelledError)
})

test('an unknown capability is reported', async () => {
  const set = defineSkillSet({ capabilities: { later: { input_schema: {} } } })

  expect(await failureOf(set.call('later'))).toBeInstanceOf(UnavailableError)
  expect(await failureOf(set.call('toString' as 'later'))).toBeInstanceOf(NotFoundError)
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
