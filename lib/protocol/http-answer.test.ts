import { describe, expect, test } from 'vitest'
import { AppError, ERRORS, type ErrorCode } from '../errors.ts'
import { answerHttp } from './http-answer.ts'
import { log } from './log.ts'

log.level = 'silent'

describe('answerHttp', () => {
  test('what the work returns is the body', async () => {
    const response = await answerHttp(async () => ({ words: 3 }))

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ words: 3 })
  })

  // A refusal too: 404 may be kept by default, and be told to who would find it (RFC 9111 §4.2.2).
  test('nothing of it is kept on the way', async () => {
    const answers = [{ words: 3 }, new AppError('NOT_FOUND')].map((value) =>
      answerHttp(async () => {
        if (value instanceof AppError) throw value
        return value
      }),
    )

    for (const { headers } of await Promise.all(answers))
      expect(headers.get('cache-control')).toBe('no-store')
  })

  test('a response of its own passes through', async () => {
    const response = await answerHttp(async () => new Response('hello', { status: 201 }))

    expect([response.status, await response.text()]).toEqual([201, 'hello'])
  })

  test.each(Object.keys(ERRORS) as ErrorCode[])('%s travels with the status of the table', async (code) => {
    const response = await answerHttp(async () => {
      throw new AppError(code, { detail: 'the password is hunter2' })
    })

    expect(response.status).toBe(ERRORS[code].http)
    const body = await response.text()
    expect(JSON.parse(body)).toMatchObject({ error: { code, recoverable: ERRORS[code].recoverable } })
    expect(body).not.toContain('hunter2')
  })

  test('nobody is sent to details that are not there', async () => {
    const adviceOf = async (thrown: AppError) => {
      const response = await answerHttp(() => Promise.reject(thrown))
      return (await response.json()).error.suggested_action
    }
    const issues = [{ path: '/name', message: 'is required' }]

    expect(
      await adviceOf(new AppError('INVALID_INPUT', { message: 'The body is not UTF-8.' })),
    ).toBeUndefined()
    expect(await adviceOf(new AppError('INVALID_INPUT', { issues }))).toContain('details')
  })

  test('a limit says when to come back', async () => {
    const response = await answerHttp(async () => {
      throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfter: 42 })
    })

    expect(response.headers.get('retry-after')).toBe('42')
  })

  test('a fault of ours shows a reference and nothing else', async () => {
    const response = await answerHttp(async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
    })

    const body = await response.text()
    expect(response.status).toBe(500)
    expect(JSON.parse(body).error.reference).toMatch(/^[0-9a-f]{10}$/)
    expect(body).not.toContain('10.0.0.7')
  })
})
