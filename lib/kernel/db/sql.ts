/** Parts of statements for `$queryRaw` and `$executeRaw`, where Prisma's other methods cannot express a query. */
import { Prisma } from './generated/client.ts'
import type { Database, Tx } from './prisma-client.ts'

const tag = (strings: TemplateStringsArray, ...values: unknown[]) => Prisma.sql(strings, ...values)

/** Inserts other `sql`; all other values become parameters. `raw` is not for input. */
export const sql = Object.assign(tag, { join: Prisma.join, raw: Prisma.raw, empty: Prisma.empty })

export type Sql = Prisma.Sql

/**
 * Returns up to `take` different values of a column, in order. Steps from value to value through an index, which must
 * begin with the columns of `rows` (a table with its condition) and `column`.
 */
export async function distinctValues(
  db: Database | Tx,
  { column, rows, take }: { column: Sql; rows: Sql; take: number },
): Promise<string[]> {
  const next = (after: Sql) => sql`(SELECT ${column} FROM ${rows} ${after} ORDER BY ${column} LIMIT 1)`
  const found = await db.$queryRaw<{ value: string }[]>`
    WITH RECURSIVE found AS (
      SELECT ${next(sql.empty)} AS "value"
      UNION ALL
      SELECT ${next(sql`AND ${column} > found."value"`)} FROM found WHERE found."value" IS NOT NULL
    )
    SELECT "value" FROM found WHERE "value" IS NOT NULL LIMIT ${take}`
  return found.map(({ value }) => value)
}
