import fs from 'node:fs'
import path from 'node:path'
import { autoImplementMethods } from 'next/dist/server/route-modules/app-route/helpers/auto-implement-methods.js'
import { describe, expect, test } from 'vitest'
import { AppError, ERRORS, type ErrorCode } from '../../../kernel/errors.ts'
import { log } from '../../../kernel/logging/log.ts'
import { httpResponse } from './other-methods.ts'

type Handler = (request: Request) => Response | Promise<Response>

const APP = path.resolve(import.meta.dirname, '../../../../app')
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const routes = fs
  .readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .sort()

/** Returns the handlers as Next serves them, including those that it adds and its empty 405 for other methods. */
async function served(file: string): Promise<Record<string, Handler>> {
  return autoImplementMethods(await import(path.join(APP, file))) as unknown as Record<string, Handler>
}

/** Returns the methods that the route takes from `otherMethods` or `crossOriginMethods`, besides OPTIONS. */
function refusedBy(file: string): string[] {
  const source = fs.readFileSync(path.join(APP, file), 'utf8')
  const names = /^export const \{(.*)\} = (?:otherMethods|crossOriginMethods)\(/m.exec(source)?.[1] ?? ''
  return METHODS.filter((method) => method !== 'OPTIONS' && names.includes(` ${method}`))
}

describe.each(routes)('%s', (file) => {
  const refused = refusedBy(file)
  const allowed = METHODS.filter((method) => !refused.includes(method)).join(', ')

  test('leaves no method to the empty answer of Next', async () => {
    const handlers = await served(file)
    const empty = METHODS.filter((method) => handlers[method]!.name === 'handleMethodNotAllowedResponse')

    expect(empty).toEqual([])
  })

  test.each(refused)('answers %s with the methods that it has', async (method) => {
    const handlers = await served(file)

    const answer = await handlers[method]!(new Request('http://localhost/', { method }))

    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(codeOf(file, await answer.json())).toEqual(codeFor(file))
  })

  test('answers OPTIONS without a body', async () => {
    const { OPTIONS } = await served(file)

    const answer = await OPTIONS!(new Request('http://localhost/', { method: 'OPTIONS' }))

    expect([answer.status, await answer.text()]).toEqual([204, ''])
    const stated = answer.headers.get('access-control-allow-methods')
    if (stated === null)
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed.split(', ').sort())
  })
})

/** Each protocol has its own error format. */
const isRpc = (file: string) => /^(mcp|rpc)\/route/.test(file)

function codeFor(file: string): unknown {
  if (file.startsWith('api/oauth')) return 'invalid_request'
  if (isRpc(file)) return -32600
  return ['INVALID_INPUT', 'httpMethod', METHODS.filter((method) => !refusedBy(file).includes(method))]
}

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer, whatever it is
function codeOf(file: string, body: any): unknown {
  if (file.startsWith('api/oauth')) return body.error
  if (isRpc(file)) return body.error.code
  const [issue] = body.error.details
  return [body.error.code, issue.keyword, issue.params.allowed]
}

log.level = 'silent'

describe('answerHttp', () => {
  test('the return value of the work is the body', async () => {
    const response = await httpResponse(async () => ({ words: 3 }))

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ words: 3 })
  })

  // Errors count too, because 404 is cacheable by default (RFC 9111 §4.2.2).
  test('none of it is cached', async () => {
    const answers = [{ words: 3 }, new AppError('NOT_FOUND')].map((value) =>
      httpResponse(async () => {
        if (value instanceof AppError) throw value
        return value
      }),
    )

    for (const { headers } of await Promise.all(answers))
      expect(headers.get('cache-control')).toBe('no-store')
  })

  test('a returned response passes through', async () => {
    const response = await httpResponse(async () => new Response('hello', { status: 201 }))

    expect([response.status, await response.text()]).toEqual([201, 'hello'])
  })

  test.each(Object.keys(ERRORS) as ErrorCode[])('%s travels with the status of the table', async (code) => {
    const response = await httpResponse(async () => {
      throw new AppError(code, { detail: 'the password is hunter2' })
    })

    expect(response.status).toBe(ERRORS[code].http)
    const body = await response.text()
    expect(JSON.parse(body)).toMatchObject({ error: { code, recoverable: ERRORS[code].recoverable } })
    expect(body).not.toContain('hunter2')
  })

  test('there is no link to details that do not exist', async () => {
    const adviceOf = async (thrown: AppError) => {
      const response = await httpResponse(() => Promise.reject(thrown))
      return (await response.json()).error.suggested_action
    }
    const issues = [{ path: '/name', message: 'is required' }]

    expect(
      await adviceOf(new AppError('INVALID_INPUT', { message: 'The request body is not UTF-8.' })),
    ).toBeUndefined()
    expect(await adviceOf(new AppError('INVALID_INPUT', { issues }))).toContain('listed fields')
  })

  test('a limit sets Retry-After', async () => {
    const response = await httpResponse(async () => {
      throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfter: 42 })
    })

    expect(response.headers.get('retry-after')).toBe('42')
  })

  test('a fault of ours shows a reference and nothing else', async () => {
    const response = await httpResponse(async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
    })

    const body = await response.text()
    expect(response.status).toBe(500)
    expect(JSON.parse(body).error.reference).toMatch(/^[0-9a-f]{10}$/)
    expect(body).not.toContain('10.0.0.7')
  })
})
