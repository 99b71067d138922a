import { expect, test, vi } from 'vitest'
import { AppError } from '../../../kernel/errors.ts'
import { log } from '../../../kernel/logging/log.ts'
import { oauthResponse } from './oauth-response.ts'

test('too many attempts are reported in OAuth’s own format, with a Retry-After', async () => {
  const answer = await oauthResponse(async () => {
    throw new AppError('RATE_LIMIT_EXCEEDED', { message: 'Too many attempts.', retryAfter: 7 })
  })

  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
  expect(await answer.json()).toEqual({
    error: 'temporarily_unavailable',
    error_description: 'Too many attempts.',
  })
})

test('our own fault too, with nothing of its insides', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})

  const answer = await oauthResponse(async () => {
    throw new Error('column "secret" does not exist')
  })

  expect(answer.status).toBe(500)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.text()).not.toContain('secret')
  expect(logged).toHaveBeenCalledOnce()
})
