/**
 * The catalogue's search rows, copied when a version is published or yanked, so that a search uses one
 * table's indexes.
 */

import type { CatalogQuery } from '../../catalog-model/catalog-query.ts'
import type { RiskLevel } from '../../skillset/document/skillset-document.ts'
import { type Database, directAccessOf, type Tx } from '../core/prisma-client.ts'
import { Prisma } from '../generated/client.ts'
import { refreshRatings } from './ratings.ts'

export type NewEntry = Prisma.CatalogEntryCreateManyInput

export type FoundEntry = {
  name: string
  publisher: string
  skillSetSlug: string
  skillSlug: string
  title: string
  description: string
  skillSetName: string
  versionNumber: string
  runtime: string
  riskLevel: string
  categories: string[]
  logo: string | null
  verified: boolean
  runs30d: number
  succeeded30d: number
  p50Ms: number | null
  ratings: number
  ratingPoints: number
  priceMicros: bigint
  sortValue: string
}

export type SearchCursor = { sortValue: string; name: string }

type Search = Omit<CatalogQuery, 'cursor'> & { after?: SearchCursor; limit: number }

export function searchEntries(db: Database | Tx, search: Search): Promise<FoundEntry[]> {
  return askSimilar<FoundEntry>(db, searchSql(search))
}

export async function explainSearch(db: Database | Tx, search: Search): Promise<string> {
  const lines = await askSimilar<{ 'QUERY PLAN': string }>(db, Prisma.sql`EXPLAIN ${searchSql(search)}`)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

/** Threshold for `%>`: low enough for “waether”. */
const SIMILAR = '0.37'

/** Set for this transaction only: behind a pooler the connection is shared. */
function askSimilar<Row>(db: Database | Tx, query: Prisma.Sql): Promise<Row[]> {
  const setting = Prisma.sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${SIMILAR}, true)`
  const ask = async (tx: Tx) => {
    await tx.$queryRaw(setting)
    return tx.$queryRaw<Row[]>(query)
  }
  // A transaction has no pool.
  return directAccessOf(db) ? (db as Database).$transaction(ask) : ask(db)
}

/** Popularity: log of successful runs plus a Bayesian mean of ratings (five ratings of 3.5 added). */
const POPULARITY = Prisma.sql`(ln(1 + "succeeded30d") + ("ratingPoints" + 17.5) / ("ratings" + 5))`

// Every order uses the name as tie-breaker, so that the order is total. `best` applies without words, `relevance` with
// words.
// biome-ignore format: a table reads in rows
const ORDERS = {
  best:   { sortValue: POPULARITY,                   type: Prisma.sql`float8`,    descending: true },
  used:   { sortValue: Prisma.sql`"succeeded30d"`, type: Prisma.sql`int`,       descending: true },
  newest: { sortValue: Prisma.sql`"publishedAt"`,  type: Prisma.sql`timestamp`, descending: true },
  name:   { sortValue: Prisma.sql`"name"`,         type: Prisma.sql`text`,      descending: false },
}

function searchSql(search: Search): Prisma.Sql {
  const { q, after, limit } = search
  const order =
    search.sort === 'best' && q
      ? { sortValue: relevance(q), type: Prisma.sql`float8`, descending: true }
      : ORDERS[search.sort]
  const direction = order.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  return Prisma.sql`
    SELECT "name", "publisher", "skillSetSlug", "skillSlug", "title", "description", "skillSetName",
           "versionNumber", "runtime", "riskLevel", "categories", "logo", "verified",
           "runs30d", "succeeded30d", "p50Ms", "ratings", "ratingPoints", "priceMicros",
           (${order.sortValue})::text AS "sortValue"
    FROM "CatalogEntry"
    WHERE ${Prisma.join([...matches(search), ...(after ? [isAfter(order, after)] : [])], ' AND ')}
    ORDER BY ${order.sortValue} ${direction}, "name" ASC
    LIMIT ${limit}`
}

function matches({ q, category, runtime, risk, price, verified }: Search): Prisma.Sql[] {
  const conditions = [q ? matchesText(q) : Prisma.sql`TRUE`]
  if (category) conditions.push(Prisma.sql`"categories" @> ARRAY[${category}]`)
  if (runtime) conditions.push(Prisma.sql`"runtime" = ${runtime}`)
  // Built-in tools have a list of their own.
  else if (!q) conditions.push(Prisma.sql`"runtime" <> 'built_in'`)
  if (risk) conditions.push(Prisma.sql`"riskLevel" = ${risk}`)
  if (price) conditions.push(price === 'free' ? Prisma.sql`"priceMicros" = 0` : Prisma.sql`"priceMicros" > 0`)
  if (verified) conditions.push(Prisma.sql`"verified"`)
  return conditions
}

// Trigrams above this similarity are a prefix or typo of the word; below it they are guesses.
const MIN_SIMILARITY = 0.6
const MAX_SIMILAR_WORDS = 12

/**
 * Matches by full text, or by trigrams for every word. Guesses count only if no row matches the words, so that correct
 * searches get no noise.
 */
function matchesText(q: string): Prisma.Sql {
  const byFullText = Prisma.sql`to_tsvector('english', "searchText") @@ ${fullTextQuery(q)}`
  const words = spaced(q)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_SIMILAR_WORDS)
  if (words.length === 0) return byFullText
  const similar = words.map((word) => Prisma.sql`"searchText" %> ${word}::text`)
  const near = words.map(
    (word) => Prisma.sql`word_similarity(${word}::text, "searchText") >= ${MIN_SIMILARITY}`,
  )
  // With EXISTS the planner would scan the table until a row matches; a count uses the index.
  return Prisma.sql`(${byFullText} OR (${Prisma.join(similar, ' AND ')} AND (
    (${Prisma.join(near, ' AND ')}) OR (SELECT count(*) FROM "CatalogEntry" WHERE ${byFullText}) = 0)))`
}

function fullTextQuery(q: string): Prisma.Sql {
  return Prisma.sql`websearch_to_tsquery('english', ${spaced(q)}::text)`
}

function spaced(q: string): string {
  return q.replace(/[_.]+/g, ' ').trim()
}

/**
 * Relevance from 0 to about 8: own name, then words of the title, then words anywhere, then popularity. Rounded, so
 * that the value in a cursor compares equal.
 */
function relevance(q: string): Prisma.Sql {
  const text = Prisma.sql`${spaced(q)}::text`
  return Prisma.sql`round((
      4 * (lower(${q}::text) IN (lower("name"), lower("title"), "skillSlug", "skillSetSlug", "publisher"))::int
    + 2 * word_similarity(${text}, "title" || ' ' || "skillSetName")
    + ts_rank_cd(to_tsvector('english', "searchText"), ${fullTextQuery(q)}, 32)
    + word_similarity(${text}, "searchText")
    + ${POPULARITY} / 40
  )::numeric, 6)::float8`
}

function isAfter(
  order: { sortValue: Prisma.Sql; type: Prisma.Sql; descending: boolean },
  after: SearchCursor,
): Prisma.Sql {
  const { sortValue, type } = order
  const value = Prisma.sql`(${after.sortValue}::text)::${type}`
  // Only `<=` can use the index; the second condition drops rows already shown with the same value.
  return order.descending
    ? Prisma.sql`${sortValue} <= ${value} AND (${sortValue} < ${value} OR "name" > ${after.name})`
    : Prisma.sql`${sortValue} >= ${value} AND "name" > ${after.name}`
}

export async function findListedRisks(db: Database | Tx, names: readonly string[]): Promise<RiskLevel[]> {
  const rows = await db.catalogEntry.findMany({
    where: { name: { in: [...names] } },
    select: { riskLevel: true },
  })
  // Only `replaceEntries` and `keepBuiltInEntries` write it.
  return rows.map(({ riskLevel }) => riskLevel as RiskLevel)
}

export async function replaceEntries(tx: Tx, skillSetId: string, entries: NewEntry[]): Promise<void> {
  const before = await tx.catalogEntry.findMany({
    where: { skillSetId },
    select: { name: true, runs30d: true, succeeded30d: true, p50Ms: true, evidenceAt: true },
  })
  const evidence = new Map(before.map((row) => [row.name, row]))
  await tx.catalogEntry.deleteMany({ where: { skillSetId } })
  await tx.catalogEntry.createMany({
    data: entries.map((entry) => ({ ...entry, ...evidence.get(entry.name) })),
  })
  await refreshRatings(tx, skillSetId)
}

export async function replaceBuiltInEntries(db: Database, entries: readonly NewEntry[]): Promise<void> {
  const names = entries.map(({ name }) => name)
  await db.catalogEntry.deleteMany({ where: { skillSetId: null, name: { notIn: names } } })
  for (const entry of entries)
    await db.catalogEntry.upsert({ where: { name: entry.name }, create: entry, update: entry })
}
