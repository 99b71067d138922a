import type { Database, Tx } from './prisma-client.ts'
import { queryRows, type Sql, sql } from './sql.ts'

/**
 * Returns the values in order. Steps from value to value through an index, which must begin with the columns of
 * `rows` (a table with its condition) and `column`.
 */
export async function distinctValues(
  db: Database | Tx,
  { column, rows, take }: { column: Sql; rows: Sql; take: number },
): Promise<string[]> {
  const next = (after: Sql) => sql`(SELECT ${column} FROM ${rows} ${after} ORDER BY ${column} LIMIT 1)`
  const found = await queryRows<{ value: string }>(db)`
    WITH RECURSIVE found AS (
      SELECT ${next(sql.empty)} AS "value"
      UNION ALL
      SELECT ${next(sql`AND ${column} > found."value"`)} FROM found WHERE found."value" IS NOT NULL
    )
    SELECT "value" FROM found WHERE "value" IS NOT NULL LIMIT ${take}`
  return found.map(({ value }) => value)
}
