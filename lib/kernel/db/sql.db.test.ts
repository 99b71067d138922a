import { afterEach, expect, test, vi } from 'vitest'
import { makeUser } from '../../testing/factories.ts'
import { readDatabaseTime } from './database-clock.ts'
import { type Database, database, type Tx } from './prisma-client.ts'
import { sql } from './sql.ts'

const db = database()

afterEach(() => vi.unstubAllEnvs())

type Ask<Result> = (db: Database | Tx) => Promise<Result>

/** Runs it by itself, and in a transaction. */
const askBoth = async <Result>(ask: Ask<Result>): Promise<Result[]> => [
  await ask(db),
  await db.$transaction((tx) => ask(tx)),
]

const AT = new Date('2026-03-01T22:30:00.120Z')

test.each([
  ['int8', 9_007_199_254_740_993n],
  ['int4', -7],
  ['float8', 0.1],
  ['boolean', true],
  ['text', 'it’s "\\ud800" {1,2} \\'],
  ['timestamp', AT],
  ['timestamptz', AT],
  ['date', new Date('2026-03-01')],
  ['"RunState"', 'queued'],
  ['text[]', ['a,b', '"c"', '{}', null]],
  ['int4[]', [1, null]],
  ['boolean[]', [true, false]],
  ['int8', null],
])('a value of type %s arrives as it was sent, wherever the process runs', async (type, value) => {
  vi.stubEnv('TZ', 'Asia/Tokyo')

  const rows = await askBoth((each) => each.$queryRaw`SELECT ${value}::${sql.raw(type)} AS "value"`)

  expect(rows).toEqual([[{ value }], [{ value }]])
})

test('the day after 9999-12-31 can be compared with', async () => {
  const until = new Date(Date.parse('9999-12-31') + 86_400_000)

  const rows = await askBoth((each) => each.$queryRaw`SELECT now() < ${until}::timestamp AS "isBefore"`)

  expect(rows).toEqual([[{ isBefore: true }], [{ isBefore: true }]])
})

test.each(['json', 'jsonb'])('a column of type %s is parsed', async (type) => {
  const value = { $type: 'Param', list: [1, 'two', null] }

  const rows = await askBoth(
    (each) => each.$queryRaw`SELECT ${JSON.stringify(value)}::${sql.raw(type)} AS "value"`,
  )

  expect(rows).toEqual([[{ value }], [{ value }]])
})

test('bytes are bytes, also in an array', async () => {
  const bytes = new Uint8Array([0, 255, 10])

  const rows = await askBoth(
    (each) => each.$queryRaw<{ bytes: Uint8Array }[]>`
      SELECT ${bytes}::bytea AS "bytes" UNION ALL SELECT unnest(${[bytes, bytes]}::bytea[])`,
  )

  expect(rows.flat().map((row) => Uint8Array.from(row.bytes))).toEqual(Array.from({ length: 6 }, () => bytes))
})

test('statements are composed of others, whose values stay parameters', async () => {
  const conditions = [sql`n > ${2}::int`, sql`n < ${5}::int`]

  const rows = await db.$queryRaw<{ n: number }[]>`
    SELECT n FROM generate_series(1, 9) AS n WHERE ${sql.join(conditions, ' AND ')} ${sql.empty} ORDER BY n`

  expect(rows).toEqual([{ n: 3 }, { n: 4 }])
})

test('a statement that writes returns how many rows it wrote, and none is left of a transaction that fails', async () => {
  const { id } = await makeUser()
  const rename = (name: string): Ask<number> => {
    return (each) => each.$executeRaw`UPDATE "User" SET "name" = ${name} WHERE "id" = ${id}`
  }

  expect(await askBoth(rename('Ada'))).toEqual([1, 1])
  const failing = db.$transaction(async (tx) => {
    await rename('Bob')(tx)
    throw new Error('not today')
  })
  await expect(failing).rejects.toThrow('not today')
  expect(await db.user.findUnique({ where: { id }, select: { name: true } })).toEqual({ name: 'Ada' })
})

test('the time of the database is read', async () => {
  const here = Date.now()

  expect(Math.abs((await readDatabaseTime()).getTime() - here)).toBeLessThan(60_000)
})
