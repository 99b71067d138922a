import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { database } from './db/prisma-client.ts'
import { toPublicError } from './errors.ts'
import { isOutage } from './outage.ts'

const failure = (fields: object) => Object.assign(new Error('failed'), fields)

test.each<[what: string, error: unknown, expected: boolean]>([
  ['a refused connection', failure({ code: 'ECONNREFUSED' }), true],
  [
    'a request whose cause is one',
    new TypeError('fetch failed', { cause: failure({ code: 'ECONNRESET' }) }),
    true,
  ],
  ['a database that shuts down', failure({ code: '57P01', severity: 'FATAL' }), true],
  ['a pooler that lost the database', failure({ code: '08P01' }), true],
  ['a database whose disk is full', failure({ code: '53100' }), true],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), true],
  ['a violated constraint', failure({ code: '23505' }), false],
  ['a missing file', failure({ code: 'ENOENT' }), false],
  ['a defect', new TypeError('x is undefined'), false],
  ['no error', null, false],
])('%s', (_what, error, expected) => {
  expect(isOutage(error)).toBe(expected)
})

describe('without a database', () => {
  const client = () => {
    // Port 9 is the discard service, on which nothing listens.
    vi.stubEnv('DATABASE_URL', 'postgresql://guest@127.0.0.1:9/none')
    return database()
  }

  test.each([
    ['a query', () => client().user.findFirst()],
    ['a transaction', () => client().$transaction((tx) => tx.user.findFirst())],
    ['a statement in SQL', () => client().$queryRaw`SELECT 1`],
    ['one in a transaction', () => client().$transaction((tx) => tx.$queryRaw`SELECT 1`)],
    ['a client', () => new pg.Client('postgresql://guest@127.0.0.1:9/none').connect()],
  ])('%s fails so that callers know to try again', async (_what, ask) => {
    const thrown = await ask().catch((error: unknown) => error)

    expect(toPublicError(thrown)).toMatchObject({ code: 'TOOL_NOT_AVAILABLE', recoverable: true })
    expect(JSON.stringify(toPublicError(thrown))).not.toContain('127.0.0.1')
  })
})
