/**
 * Counters that run out: attempts per key in a window of time, shared by all servers. Floor 1.
 *
 * One statement counts, so that of many at once each is counted. The table is not logged (see its migration): a
 * database that was torn down by force starts counting anew, and nobody waits for a disk.
 */
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, poolOf } from './client.ts'

export type Window = { name: string; points: number; seconds: number }

/** Counts an attempt, or several at once. Returns the seconds to wait when there were too many, else 0. */
export async function countAttempt(db: Database, window: Window, key: string, times = 1): Promise<number> {
  try {
    await limiter(db, window).consume(key, times)
    return 0
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return Math.max(1, Math.ceil(thrown.msBeforeNext / 1000))
    throw thrown
  }
}

/** Gives one attempt back. */
export async function forgiveAttempt(db: Database, window: Window, key: string): Promise<void> {
  await limiter(db, window).reward(key)
}

/** Forgets every attempt of `key`. */
export async function forgetAttempts(db: Database, window: Window, key: string): Promise<void> {
  await limiter(db, window).delete(key)
}

// One limiter for each window: each keeps a timer that sweeps out what has expired.
const limiters = new WeakMap<Database, Map<string, RateLimiterPostgres>>()

function limiter(db: Database, { name, points, seconds }: Window): RateLimiterPostgres {
  const known = limiters.get(db) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(db, known)
  const made =
    known.get(name) ??
    new RateLimiterPostgres({
      storeClient: poolOf(db)?.pool,
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
