import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { Connection } from './prisma-client.ts'

afterEach(() => vi.unstubAllEnvs())

/** One connection: the names of the statements that it remembers, after one was asked by name. */
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
