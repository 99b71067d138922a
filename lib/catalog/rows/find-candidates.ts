/** Proposes entries by the names and types of their fields; `judge-fit.ts` decides. */
import type { Database } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { ListedContract } from '../model/contract-features.ts'
import { catalogFilters, type EntryLimits } from './catalog-search.ts'

export type CandidateRow = {
  name: string
  title: string
  description: string
  versionNumber: string
  kind: string
  runtime: string
  riskLevel: string
  priceMicros: bigint
  contract: ListedContract | null
}

export type CandidateFilters = EntryLimits & {
  runtime?: 'javascript' | 'python' | 'instructions' | 'built_in'
}

const COLUMNS = sql`"name", "title", "description", "versionNumber", "kind", "runtime", "riskLevel", "priceMicros", "contract"`

export function findEntriesByName(db: Database, names: readonly string[]): Promise<CandidateRow[]> {
  return db.$queryRaw<
    CandidateRow[]
  >`SELECT ${COLUMNS} FROM "CatalogEntry" WHERE "name" = ANY(${[...names]}::text[])`
}

/** More entries than this are not compared, so that common names such as "text" cost no more. */
const MAX_COMPARED = 2_000

type Wanted = CandidateFilters & {
  /** Features that propose an entry, the rare ones first. */
  proposing: readonly string[]
  /** Features that lift an entry among the proposed. */
  features: readonly string[]
  /** Features of which the output must have one. */
  returning?: readonly string[]
  limit: number
}

/** Returns entries whose input has fields of these names: those with most of them, and whose required fields they are. */
export function findTaking(
  db: Database,
  { proposing, features, returning, limit, ...filters }: Wanted,
): Promise<CandidateRow[]> {
  const held = sql`${[...features]}::text[]`
  return findRanked(
    db,
    { column: sql`"takes"`, proposing, returning, limit, filters },
    sql`
    (SELECT count(*) FROM unnest("takes") AS taken WHERE taken = ANY(${held}))
    - 2 * (SELECT count(*) FROM unnest("needs") AS needed WHERE NOT needed = ANY(${held}))
    - cardinality("takes") / 1000.0`,
  )
}

/** Returns entries whose output has fields of these names and types. */
export function findReturning(
  db: Database,
  { proposing, features, limit, ...filters }: Wanted,
): Promise<CandidateRow[]> {
  const wanted = sql`${[...features]}::text[]`
  return findRanked(
    db,
    { column: sql`"returns"`, proposing, limit, filters },
    sql`
    (SELECT count(*) FROM unnest("returns") AS returned WHERE returned = ANY(${wanted}))
    - cardinality("returns") / 1000.0`,
  )
}

function findRanked(
  db: Database,
  {
    column,
    proposing,
    returning,
    limit,
    filters,
  }: Pick<Wanted, 'proposing' | 'returning' | 'limit'> & { column: Sql; filters: CandidateFilters },
  score: Sql,
): Promise<CandidateRow[]> {
  const conditions = sql.join(
    [
      ...catalogFilters({ ...filters, withBuiltIns: true }),
      sql`${column} && ${[...proposing]}::text[]`,
      ...(returning ? [sql`"returns" && ${[...returning]}::text[]`] : []),
    ],
    ' AND ',
  )
  return db.$queryRaw<CandidateRow[]>`
    WITH proposed AS MATERIALIZED (
      SELECT "id", "name", "takes", "needs", "returns", "customerDays30d" FROM "CatalogEntry"
      WHERE ${conditions} LIMIT ${MAX_COMPARED}),
    ranked AS (SELECT "id", ${score} AS "score", "customerDays30d", "name" FROM proposed
      ORDER BY 2 DESC, 3 DESC, 4 LIMIT ${limit})
    SELECT ${COLUMNS} FROM ranked JOIN "CatalogEntry" USING ("id", "name") ORDER BY ranked."score" DESC, ranked."customerDays30d" DESC, "name"`
}

const SAMPLED_ENTRIES = 1_000

/** Returns how many entries have each feature, about; absent ones are rare. */
export async function countFeatures(
  db: Database,
  column: 'takes' | 'returns',
  features: readonly string[],
): Promise<Map<string, number>> {
  const name = sql.raw(`"${column}"`)
  const rows = await db.$queryRaw<{ feature: string; entries: number }[]>`
    WITH size AS (SELECT greatest(1, coalesce(max("entries"), 0)) AS "entries" FROM "SearchWord" WHERE "word" = ''),
    sampled AS (SELECT ${name} AS "features" FROM "CatalogEntry"
      TABLESAMPLE SYSTEM (least(100, 100.0 * ${SAMPLED_ENTRIES}::int / (SELECT "entries" FROM size))) REPEATABLE (0))
    SELECT feature, (count(*) * (SELECT "entries" FROM size) / greatest(1, (SELECT count(*) FROM sampled)))::int AS "entries"
    FROM sampled CROSS JOIN LATERAL unnest("features") AS feature
    WHERE feature = ANY(${[...features]}::text[]) GROUP BY feature`
  return new Map(rows.map(({ feature, entries }) => [feature, entries]))
}
