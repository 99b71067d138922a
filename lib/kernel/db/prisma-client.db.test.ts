import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeUser } from '../../testing/factories.ts'
import { openPool } from './connection.ts'
import { database, makeClient } from './prisma-client.ts'

afterEach(() => vi.unstubAllEnvs())

/** Returns how many statements are prepared on a connection that ran one statement five times. */
async function countPrepared(): Promise<number> {
  const db = makeClient(openPool({ connectionString: process.env.DATABASE_URL, max: 1 }))
  onTestFinished(() => db.$disconnect())
  for (let turn = 0; turn < 5; turn += 1) await db.$queryRaw`SELECT ${'hello'}::text AS "greeting"`
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM pg_prepared_statements WHERE statement LIKE '%greeting"'`
  return row!.count
}

test('a repeated statement is prepared on a direct connection, and not behind a pooler', async () => {
  expect(await countPrepared()).toBe(1)

  vi.stubEnv('DATABASE_DIRECT_URL', 'postgresql://elsewhere/')
  expect(await countPrepared()).toBe(0)
})

test('a text with NUL or a lone surrogate is stored with U+FFFD in its place, by every kind of operation', async () => {
  const db = database()
  const { id } = await makeUser()
  const name = 'a\0b\ud800c'
  const stored = 'a\ufffdb\ufffdc'
  const operations = [
    () => db.user.update({ where: { id }, data: { name } }),
    () => db.user.updateMany({ where: { id: { in: [id] } }, data: { name } }),
    () => db.$executeRaw`UPDATE "User" SET "name" = ${name} WHERE "id" = ANY(${[id]})`,
    () => db.$executeRawUnsafe('UPDATE "User" SET "name" = $1 WHERE "id" = $2', name, id),
    () => db.$transaction((tx) => tx.user.update({ where: { id }, data: { name } })),
  ]

  for (const write of operations) {
    await db.user.update({ where: { id }, data: { name: 'before' } })
    await write()
    expect(await db.user.findUnique({ where: { id }, select: { name: true } })).toEqual({ name: stored })
  }
  expect(await db.user.findMany({ where: { id, name: { contains: name } }, select: { id: true } })).toEqual([
    { id },
  ])
})
