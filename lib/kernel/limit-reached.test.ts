import { expect, test } from 'vitest'
import { httpStatus, toPublicError } from './errors.ts'
import { LIMITED, type LimitedThing, limitReached } from './limit-reached.ts'

test('a reached limit tells programs what is used up and how much there is, and people how to get room', () => {
  const error = toPublicError(
    limitReached('webhooks', { max: 10, used: 10, message: 'Acme has 10 webhooks, the maximum.' }),
  )

  expect(error).toEqual({
    code: 'LIMIT_REACHED',
    message: 'Acme has 10 webhooks, the maximum.',
    recoverable: true,
    suggested_action: 'Delete a webhook you no longer need.',
    limit: { what: 'webhooks', max: 10, used: 10, unit: 'items' },
  })
  expect(httpStatus(error)).toBe(409)
})

test.each(Object.keys(LIMITED) as LimitedThing[])(
  'a reached limit of %s never tells callers to wait',
  (what) => {
    const error = toPublicError(limitReached(what, { max: 1, message: 'Full.' }))

    expect(error).not.toHaveProperty('retry_after')
    expect(error.suggested_action).toMatch(/^[A-Z].*\.$/)
  },
)
