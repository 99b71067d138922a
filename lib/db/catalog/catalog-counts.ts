import type { CatalogQuery } from '../../catalog-model/catalog-query.ts'
import type { Database } from '../core/prisma-client.ts'
import { queryRows, sql } from '../core/sql.ts'
import { catalogFilters } from './catalog-search.ts'

export type CatalogFilter = 'category' | 'runtime' | 'risk' | 'price' | 'verified'
export type CatalogFilters = Pick<CatalogQuery, CatalogFilter>

export type CountedFilters = {
  /** In the order of `lists`. */
  counts: number[]
  /** All entries, and those that were counted. */
  entries: number
  sampled: number
}

/** Enough to count a catalogue of this size exactly; of a larger one, always the same pages are read. */
const SAMPLED_ENTRIES = 2_000

/** Counts the entries of each list of filters at once. */
export async function countByFilters(
  db: Database,
  lists: readonly CatalogFilters[],
): Promise<CountedFilters> {
  const [size] = await queryRows<{ entries: number }>(db)`
    SELECT coalesce(max("entries"), 0)::int AS "entries" FROM "SearchWord" WHERE "word" = ''`
  const entries = size?.entries ?? 0
  const percent = Math.min(100, (100 * SAMPLED_ENTRIES) / Math.max(1, entries))
  const counts = lists.map(
    (filters) => sql`count(*) FILTER (WHERE ${sql.join(catalogFilters(filters), ' AND ')})`,
  )
  const [row] = await queryRows<{ sampled: number; counts: number[] }>(db)`
    SELECT count(*)::int AS "sampled", ARRAY[${sql.join(counts)}]::int[] AS "counts"
    FROM "CatalogEntry" TABLESAMPLE SYSTEM (${percent}::float4) REPEATABLE (0)`
  return { ...row!, entries }
}
