/**
 * Counters that all servers share, in the database's time: the clocks of servers differ, and libraries use those. The
 * table is UNLOGGED, so a crash resets the counters, and no attempt waits for the disk.
 */
import type { Database } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'

export type RateLimitWindow = { name: string; points: number; seconds: number }

/** Returns the seconds to wait, 0 below the limit. */
export async function countAttempt(
  db: Database,
  window: RateLimitWindow,
  key: string,
  times = 1,
): Promise<number> {
  const { points, seconds } = await count(db, window, key, times)
  return points > window.points ? seconds : 0
}

/** `key` is SQL, for example a column of the statement. */
type CountedKey = { window: RateLimitWindow; key: Sql }

/**
 * An INSERT for a statement that counts an attempt for each row of `from`, as `countAttempt` does. It returns a column
 * "seconds" with the seconds to wait; 0 where the limit is not exceeded.
 */
export function countAttemptsSql(counted: CountedKey[], from: Sql): Sql {
  const rows = counted.map(
    ({ window, key }, at) => sql`(${at}::int, ${`${window.name}:`} || ${key}, ${window.seconds}::int)`,
  )
  const cases = counted.map(
    ({ window }) => sql`WHEN starts_with(r."key", ${`${window.name}:`}) THEN ${window.points}::int`,
  )
  // Statements that count the same rows lock them in the same order.
  const ordered = sql`(
    SELECT w."key", 1 AS "times", w."seconds" FROM ${from}, LATERAL (VALUES ${sql.join(rows)}) AS w("at", "key", "seconds")
    ORDER BY w."at") AS w`
  return sql`
    ${countSql(ordered)}
    RETURNING CASE WHEN r."points" > CASE ${sql.join(cases, ' ')} END THEN ${WAIT} ELSE 0 END AS "seconds"`
}

/** Returns by how many attempts the limit is exceeded, else 0. */
export async function countExceeding(db: Database, window: RateLimitWindow, key: string): Promise<number> {
  const { points } = await count(db, window, key, 1)
  return Math.max(0, points - window.points)
}

export async function refundAttempt(db: Database, { name }: RateLimitWindow, key: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "RateLimit" SET "points" = greatest(0, "points" - 1) WHERE "key" = ${`${name}:${key}`} AND "expire" > ${NOW}`
}

export async function resetAttempts(db: Database, { name }: RateLimitWindow, key: string): Promise<void> {
  await db.$executeRaw`DELETE FROM "RateLimit" WHERE "key" = ${`${name}:${key}`}`
}

export async function deletePassedWindows(db: Database): Promise<void> {
  await db.$executeRaw`DELETE FROM "RateLimit" WHERE "expire" <= ${NOW}`
}

const NOW = sql.raw(`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`)

const WAIT = sql`greatest(1, ceil((r."expire" - ${NOW}) / 1000.0))::int`

type Count = { points: number; seconds: number }

async function count(
  db: Database,
  { name, seconds }: RateLimitWindow,
  key: string,
  times: number,
): Promise<Count> {
  const row = sql`(VALUES (${`${name}:${key}`}, ${times}::int, ${seconds}::int)) AS w("key", "times", "seconds")`
  const [counted] = await db.$queryRaw<Count[]>`
    ${countSql(row)} RETURNING r."points", ${WAIT} AS "seconds"`
  return counted!
}

/** `rows` has "key", "times" and the "seconds" of the window. The time is read once it has locked the counter. */
function countSql(rows: Sql): Sql {
  return sql`
    INSERT INTO "RateLimit" AS r ("key", "points", "expire")
    SELECT w."key", w."times", ${NOW} + w."seconds" * 1000 FROM ${rows}
    ON CONFLICT ("key") DO UPDATE SET ("points", "expire") = (
      SELECT CASE WHEN r."expire" <= t."now" THEN excluded."points" ELSE r."points" + excluded."points" END,
        CASE WHEN r."expire" <= t."now" THEN excluded."expire" ELSE r."expire" END
      FROM (VALUES (${NOW})) AS t("now"))`
}
