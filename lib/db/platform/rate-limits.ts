/** All servers share the counters. UNLOGGED: a crash resets them, and no attempt waits for the disk. */
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { databaseNow } from '../core/database-clock.ts'
import { type Database, directAccessOf } from '../core/prisma-client.ts'
import { type Sql, sql } from '../core/sql.ts'

export type RateLimitWindow = { name: string; points: number; seconds: number }

/** Returns the seconds to wait, 0 below the limit. */
export async function countAttempt(
  db: Database,
  window: RateLimitWindow,
  key: string,
  times = 1,
): Promise<number> {
  try {
    await limiter(db, window).consume(key, times)
    return 0
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return Math.max(1, Math.ceil(thrown.msBeforeNext / 1000))
    throw thrown
  }
}

/** `key` is SQL, for example a column of the statement. */
export type CountedKey = { window: RateLimitWindow; key: Sql }

/**
 * An INSERT for a statement that counts an attempt for each row of `from`, as `countAttempt` does. It returns a column
 * "seconds" with the seconds to wait; 0 where the limit is not exceeded.
 */
export function countAttemptsSql(counted: CountedKey[], from: Sql): Sql {
  // Servers whose clocks differ count in the same windows; what `countAttempt` counted has its server's clock.
  const now = Math.round(databaseNow())
  const rows = counted.map(
    ({ window, key }, at) =>
      sql`(${at}::int, ${`${window.name}:`} || ${key}, ${now + window.seconds * 1000}::bigint)`,
  )
  const byWindow = (value: 'points' | 'seconds') => {
    const cases = counted.map(
      ({ window }) => sql`WHEN starts_with(r."key", ${`${window.name}:`}) THEN ${window[value]}::int`,
    )
    return sql`CASE ${sql.join(cases, ' ')} END`
  }
  // Statements that count the same rows lock them in the same order.
  return sql`
    INSERT INTO "RateLimit" AS r ("key", "points", "expire")
    SELECT w."key", 1, w."expire" FROM ${from}, LATERAL (VALUES ${sql.join(rows)}) AS w("at", "key", "expire")
    ORDER BY w."at"
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN r."expire" <= ${now} THEN 1 ELSE r."points" + 1 END,
      "expire" = CASE WHEN r."expire" <= ${now} THEN excluded."expire" ELSE r."expire" END
    RETURNING CASE WHEN r."points" > ${byWindow('points')}
      THEN least(${byWindow('seconds')}, greatest(1, ceil((r."expire" - ${now}) / 1000.0)))::int ELSE 0 END AS "seconds"`
}

/** By how many attempts the limit is exceeded, else 0. */
export async function countExceeding(db: Database, window: RateLimitWindow, key: string): Promise<number> {
  try {
    await limiter(db, window).consume(key)
    return 0
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return thrown.consumedPoints - window.points
    throw thrown
  }
}

export async function refundAttempt(db: Database, window: RateLimitWindow, key: string): Promise<void> {
  await limiter(db, window).reward(key)
}

export async function resetAttempts(db: Database, window: RateLimitWindow, key: string): Promise<void> {
  await limiter(db, window).delete(key)
}

// Each has a timer that deletes expired rows.
const limiters = new WeakMap<Database, Map<string, RateLimiterPostgres>>()

function limiter(db: Database, { name, points, seconds }: RateLimitWindow): RateLimiterPostgres {
  const known = limiters.get(db) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(db, known)
  const made =
    known.get(name) ??
    new RateLimiterPostgres({
      storeClient: directAccessOf(db)?.pool,
      storeType: 'pool',
      tableName: 'RateLimit',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
    })
  known.set(name, made)
  return made
}
