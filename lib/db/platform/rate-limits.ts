/** Shared by all servers. UNLOGGED: after a crash counters restart, and no attempt waits for the disk. */
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, directAccessOf } from '../core/prisma-client.ts'

export type RateLimitWindow = { name: string; points: number; seconds: number }

/** Seconds to wait if the limit is exceeded, else 0. */
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
