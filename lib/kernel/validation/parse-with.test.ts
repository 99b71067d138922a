import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { parseFields } from './parse-with.ts'

const Sent = z.strictObject({ name: z.string().max(3, 'is too long'), 'a/b': z.strictObject({}).optional() })

// biome-ignore format: table
test.each<[value: unknown, path: string, message: string]>([
  [null,                          '',         'must be an object'],
  [{},                            '/name',    'is required'],
  [{ name: 5 },                   '/name',    'must be text'],
  [{ name: 'Ada L.' },            '/name',    'is too long'],
  [{ name: 'Ada', constructor: 1 }, '/constructor', 'is not a known field'],
  [JSON.parse('{"name":"Ada","__proto__":1}'), '/__proto__', 'is not a known field'],
  [{ name: 'Ada', 'a/b': { c: 1 } }, '/a~1b/c', 'is not a known field'],
])('%j is refused where it is wrong', (value, path, message) => {
  expect(() => parseFields(Sent, value)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', options: expect.objectContaining({ issues: [{ path, message }] }) }),
  )
  expect(() => parseFields(Sent, value)).toThrow(AppError)
})

test('an object that a page could not send is refused, although to read it throws', () => {
  const opaque = new Proxy(function opaque() {}, {
    get() {
      throw new Error('Cannot access this on the server.')
    },
  })

  expect(() => parseFields(Sent, opaque)).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      options: expect.objectContaining({ issues: [{ path: '', message: 'must be plain data' }] }),
    }),
  )
})
