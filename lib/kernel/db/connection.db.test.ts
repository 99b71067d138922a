import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { Connection } from './connection.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Returns the names of the prepared statements of a connection that ran a named query. */
async function namesAfterNamed(): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1, Client: Connection })
  try {
    await pool.query({ name: 'greeting', text: 'select $1::text', values: ['hello'] })
    const { rows } = await pool.query('select name from pg_prepared_statements')
    return rows.map(({ name }) => name)
  } finally {
    await pool.end()
  }
}

test('a prepared statement has a name on a direct connection, and none behind a pooler', async () => {
  expect(await namesAfterNamed()).toEqual(['greeting'])

  vi.stubEnv('DATABASE_DIRECT_URL', 'postgresql://elsewhere/')
  expect(await namesAfterNamed()).toEqual([])
})

test('a session is in UTC, whatever the database prefers', async () => {
  const url = new URL(process.env.DATABASE_URL!)
  const pool = new pg.Pool({ connectionString: url.href, max: 1, Client: Connection })
  const plain = new pg.Pool({ connectionString: url.href, max: 1 })
  try {
    await plain.query(`alter database "${url.pathname.slice(1)}" set timezone = 'Asia/Tokyo'`)
    expect((await pool.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }])
  } finally {
    await plain.query(`alter database "${url.pathname.slice(1)}" reset timezone`)
    await Promise.all([pool.end(), plain.end()])
  }
})

test('a connection sends one query after another, also after one that fails', async () => {
  const client = new Connection({ connectionString: process.env.DATABASE_URL })
  const send = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  let open = 0
  const openBefore: number[] = []
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    // Connections of other tests in this process may also be active.
    if (this !== client) return send.apply(this, args)
    openBefore.push(open)
    open += 1
    return send.apply(this, args).finally(() => {
      open -= 1
    })
  } as never)
  await client.connect()
  const queries = ['select 1', 'select 1 / 0', 'select 2']

  const results = await Promise.allSettled(queries.map((query) => client.query(query)))

  await client.end()
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(openBefore).toEqual([0, 0, 0])
})
