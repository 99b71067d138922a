/** The workers that are heard of. Floor 1. The database's clock is the only one asked. */
import type { Database } from './client.ts'

/** Says that a worker lives. */
export async function beat(db: Database, { id, host }: { id: string; host: string }): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Worker" ("id", "host", "beatAt") VALUES (${id}, ${host}, clock_timestamp() AT TIME ZONE 'UTC')
    ON CONFLICT ("id") DO UPDATE SET "beatAt" = EXCLUDED."beatAt"`
}

/** Those among `ids` that were not heard of for so long, or never. */
export async function listSilent(db: Database, ids: string[], afterMs: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Worker"
    WHERE "id" = ANY(${ids})
      AND "beatAt" > (clock_timestamp() AT TIME ZONE 'UTC') - make_interval(secs => ${afterMs / 1000}::float8)`
  const heard = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !heard.has(id))
}

/** How many were heard of lately. */
export async function countAlive(db: Database, withinMs: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Worker"
    WHERE "beatAt" > (clock_timestamp() AT TIME ZONE 'UTC') - make_interval(secs => ${withinMs / 1000}::float8)`
  return row?.count ?? 0
}

/** A worker says goodbye: the others need not wait for its silence. */
export async function leave(db: Database, id: string): Promise<void> {
  await db.worker.deleteMany({ where: { id } })
}

/** Forgets those that fell silent long ago. */
export async function forgetSilent(db: Database): Promise<void> {
  await db.$executeRaw`DELETE FROM "Worker" WHERE "beatAt" < now() AT TIME ZONE 'UTC' - interval '1 day'`
}

/**
 * Does `work` unless another process is doing the same for `name` right now; returns whether it did.
 */
export function alone(db: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      const [row] = await tx.$queryRaw<{ mine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "mine"`
      if (row?.mine) await work()
      return row?.mine ?? false
    },
    { timeout: 15_000 },
  )
}
