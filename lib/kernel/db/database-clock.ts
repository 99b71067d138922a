/** The database's time, which leases use, because the clocks of machines differ and jump. */
import { oncePerProcess } from '../process/once-per-process.ts'
import { type Database, database } from './prisma-client.ts'

type Reading = { databaseMs: number; atMs: number }

const clock = oncePerProcess('database clock', (): { latest?: Reading } => ({}))

/** Asks the database, and remembers the answer for `databaseNow`. */
export async function readDatabaseTime(db: Database = database()): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AT TIME ZONE 'UTC' AS "now"`
  clock.latest = { databaseMs: row!.now.getTime(), atMs: performance.now() }
  return row!.now
}

/**
 * Returns the database's time in milliseconds since 1970, computed from the latest reading; this machine's time before
 * the first. It is behind by the time that the reading took to arrive, which is good enough for leases, not for what the
 * database compares with its own clock.
 */
export function databaseNow(): number {
  const { latest } = clock
  return latest ? latest.databaseMs + performance.now() - latest.atMs : Date.now()
}
