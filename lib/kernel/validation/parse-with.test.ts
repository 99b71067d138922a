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

const LIMITED = {
  seconds: z.int().min(1).max(60),
  share: z.number().gt(0).lt(1),
  step: z.number().multipleOf(5),
  word: z.string().min(1).max(3),
  names: z.array(z.string()).min(1).max(2),
  kind: z.enum(['a', 'b']),
  fixed: z.literal('x'),
  id: z.uuid(),
  page: z.url(),
  code: z.string().regex(/^x/),
  either: z.union([z.string(), z.number()]),
  even: z.number().refine((count) => count % 2 === 0),
  own: z.string('Invalid or missing text.'),
}

// biome-ignore format: table
test.each<[field: keyof typeof LIMITED, value: unknown, message: string]>([
  ['seconds', 0,               'must be 1 or more'],
  ['seconds', 7_776_000,       'must be 60 or less'],
  ['seconds', 1.5,             'must be a whole number'],
  ['share',   0,               'must be more than 0'],
  ['share',   1,               'must be less than 1'],
  ['step',    7,               'must be a multiple of 5'],
  ['word',    '',              'must not be empty'],
  ['word',    'long',          'must be at most 3 characters'],
  ['names',   [],              'needs at least 1 item'],
  ['names',   ['a', 'b', 'c'], 'can have at most 2 items'],
  ['kind',    'c',             'must be one of "a", "b"'],
  ['fixed',   'y',             'must be "x"'],
  ['id',      'x',             'must be a UUID'],
  ['page',    'x',             'must be a URL such as https://example.com/'],
  ['code',    'y',             'must match /^x/'],
  ['either',  true,            'does not match any of the choices'],
  ['even',    3,               'is not valid'],
  ['own',     5,               'Invalid or missing text.'],
])('the field %s that is %j is refused in plain words', (field, value, message) => {
  expect(() => parseFields(z.object({ [field]: LIMITED[field] }), { [field]: value })).toThrow(
    expect.objectContaining({ options: expect.objectContaining({ issues: [{ path: `/${field}`, message }] }) }),
  )
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
