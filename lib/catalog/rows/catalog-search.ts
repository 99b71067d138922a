import { RISK_LEVELS, type RiskLevel } from '../../contracts/document/skillset-document.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { CatalogQuery } from '../model/catalog-query.ts'

export type FoundEntry = {
  skillSetId: string | null
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
  itemMicros: bigint | null
  sortValue: string
  /** 0 for orders without words. */
  ranked: number
}

export type SearchCursor = { sortValue: string; name: string }

/** `prepareSearch` creates it. */
export type TextSearch = {
  /** An entry of this name comes first: titles can be copied. */
  name: string
  /** The tsquery that an entry must match. */
  match: string
  /** Null if an entry needs only some of the words. */
  titleMatch: string | null
  /** Words with others between them, such as “csv into json”, in the query's order; null without any. */
  phrase: string | null
  /** The words as tsqueries; rare ones weigh more. */
  ranks: readonly { lexeme: string; weight: number }[]
  /** In a sentence, long entries contain some of the words by chance. */
  isSentence: boolean
  /** True if so many entries match that reading by popularity is faster. */
  isFrequent: { inText: boolean; inTitles: boolean }
}

export const RARE = { inText: false, inTitles: false }

type Filters = Pick<CatalogQuery, 'category' | 'runtime' | 'risk' | 'price' | 'verified' | 'sort'> &
  EntryLimits
type Search = Filters & { text: TextSearch | null; after?: SearchCursor; limit: number }

/** What programs ask for beside the filters of the page. */
export type EntryLimits = {
  maxPriceMicros?: bigint
  riskAtMost?: RiskLevel
  /** The least share of runs that succeeded, from 0 to 1; skills without runs are left out. */
  minSuccess?: number
  /** The least number of organisations that used it in 30 days. */
  minOrganisations?: number
  /** A name, or everything under it. */
  namespace?: string
  /** Only the skills of these SkillSets. */
  skillSetIds?: readonly string[]
  /** A person, for the skills that they starred. */
  starredBy?: string
}

export function searchEntries(db: Database | Tx, search: Search): Promise<FoundEntry[]> {
  return db.$queryRaw<FoundEntry[]>`${searchSql(search)}`
}

export async function explainSearch(db: Database | Tx, search: Search): Promise<string> {
  const lines = await db.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN ${searchSql(search)}`
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

export async function matchesAnyEntry(db: Database, match: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "CatalogEntry" WHERE "words" @@ ${match}::tsquery) AS "found"`
  return row!.found
}

const SAMPLED_ENTRIES = 500

/**
 * Postgres assumes that words are independent, which neighbours are not; a sample, always of the same pages, is
 * closer. `entries` is the size of the catalogue.
 */
export async function estimateFrequency(
  db: Database,
  { match, titleMatch, entries }: Pick<TextSearch, 'match' | 'titleMatch'> & { entries: number },
): Promise<TextSearch['isFrequent']> {
  const percent = Math.min(100, (100 * SAMPLED_ENTRIES) / entries)
  const [row] = await db.$queryRaw<{ sampled: number; words: number; titles: number }[]>`
    SELECT count(*)::int AS "sampled", (count(*) FILTER (WHERE "words" @@ ${match}::tsquery))::int AS "words",
      (count(*) FILTER (WHERE "titleWords" @@ ${match}::tsquery))::int AS "titles"
    FROM "CatalogEntry" TABLESAMPLE SYSTEM (${percent}::float4) REPEATABLE (0)`
  const { sampled, words, titles } = row!
  const limit = frequentAbove(entries, titleMatch === null)
  const frequent = (found: number) => sampled > 0 && (found / sampled) * entries > limit
  return { inText: frequent(words), inTitles: frequent(titles) }
}

/** Above this number of matches, reading entries by popularity until enough match costs less than reading all matches. */
export function frequentAbove(entries: number, isSentence: boolean): number {
  return Math.sqrt((isSentence ? MAX_RANKED_BY_SOME : MAX_RANKED) * entries)
}

export async function parseWebSearch(db: Database, q: string): Promise<string> {
  const [row] = await db.$queryRaw<{ match: string }[]>`
    SELECT websearch_to_tsquery('english', ${q.replace(/[_.]+/g, ' ')})::text AS "match"`
  return row!.match
}

/** A Bayesian mean of ratings: five ratings of 3.5 are added. */
const RATING = sql`(("ratingPoints" + 17.5) / ("ratings" + 5))`
const POPULARITY = sql`(ln(1 + "customerDays30d") + ${RATING})`

const COLUMNS = sql`"skillSetId", "name", "publisher", "skillSetSlug", "skillSlug", "title", "description", "skillSetName",
  "versionNumber", "runtime", "riskLevel", "categories", "logo", "verified", "runs30d", "succeeded30d", "p50Ms",
  "ratings", "ratingPoints", "priceMicros", "itemMicros"`

// The name makes every order total. `best` applies without words.
// biome-ignore format: table
const ORDERS = {
  best:   { sortValue: POPULARITY,                   type: sql`float8`,    descending: true },
  used:   { sortValue: sql`"customerDays30d"`, type: sql`int`,       descending: true },
  rating: { sortValue: RATING,                       type: sql`float8`,    descending: true },
  newest: { sortValue: sql`"publishedAt"`,  type: sql`timestamp`, descending: true },
  name:   { sortValue: sql`"name"`,         type: sql`text`,      descending: false },
}

function searchSql(search: Search): Sql {
  const { text, sort } = search
  return text && sort === 'best' ? rankedSql(search, text) : orderedSql(search)
}

function orderedSql(search: Search): Sql {
  const { text, after, limit } = search
  const order = ORDERS[search.sort]
  const conditions = catalogFilters(search)
  if (text) conditions.push(sql`"words" @@ ${text.match}::tsquery`)
  if (after) conditions.push(isAfter(order, after))
  return sql`
    SELECT ${COLUMNS}, (${order.sortValue})::text AS "sortValue", 0 AS "ranked"
    FROM "CatalogEntry" WHERE ${sql.join(conditions, ' AND ')}
    ORDER BY ${order.sortValue} ${order.descending ? sql`DESC` : sql`ASC`}, "name" ASC
    LIMIT ${limit}`
}

export const MAX_RANKED = 500
/** More entries contain some of the words than are about the topic. */
const MAX_RANKED_BY_SOME = 3_000

/**
 * Ranks entries with all words in the title first, then by rare words. Popularity decides between near equals, and an
 * older entry precedes its copies.
 */
function rankedSql(search: Search, text: TextSearch): Sql {
  const { after, limit } = search
  const { inText, inTitles } = text.isFrequent
  const words = sql`"words" @@ ${text.match}::tsquery`
  const titles = sql`"titleWords" @@ ${text.titleMatch}::tsquery`
  const matches = [
    candidates(search, words, {
      limit: text.titleMatch ? MAX_RANKED : MAX_RANKED_BY_SOME,
      isFrequent: inText,
    }),
    ...(text.titleMatch ? [candidates(search, titles, { limit: MAX_RANKED / 2, isFrequent: inTitles })] : []),
    candidates(search, sql`"name" = ${text.name}`, { limit: 1 }),
  ]
  return sql`
    WITH candidates AS (${sql.join(matches, ' UNION ')}),
    ranked AS (
      SELECT "id", count(*) OVER () AS "ranked",
        row_number() OVER (ORDER BY "name" = ${text.name} DESC, ${inTitle(text)} DESC, ${score(text)} DESC, "publishedAt", "name") AS "position"
      FROM candidates JOIN "CatalogEntry" USING ("id")
    )
    SELECT ${COLUMNS}, "position"::text AS "sortValue", "ranked"::int
    FROM (SELECT * FROM ranked WHERE "position" > ${Number(after?.sortValue ?? 0)}::int ORDER BY "position" LIMIT ${limit}) AS shown
    JOIN "CatalogEntry" USING ("id") ORDER BY "position"`
}

function candidates(
  search: Search,
  match: Sql,
  { limit, isFrequent = false }: { limit: number; isFrequent?: boolean },
): Sql {
  // The first condition is always there.
  const isFiltered = catalogFilters(search).length > 1
  // coalesce prevents the use of an index.
  const condition = isFrequent && !isFiltered ? sql`coalesce(${match}, FALSE)` : match
  const conditions = [...catalogFilters(search), condition]
  return sql`(SELECT "id" FROM "CatalogEntry" WHERE ${sql.join(conditions, ' AND ')}
    ORDER BY ${POPULARITY} DESC, "name" LIMIT ${limit})`
}

function inTitle({ titleMatch }: TextSearch): Sql {
  return titleMatch ? sql`("titleWords" @@ ${titleMatch}::tsquery)::int` : sql`0::int`
}

/** In measurements, no field mattered more (`npm run bench search`). */
const WEIGHTS = sql`'{1,1,1,1}'::float4[]`

/** How much a title gains that has words of the query in its order, such as “csv into json”. */
const IN_ORDER = 0.4

function score({ ranks, isSentence, phrase }: TextSearch): Sql {
  if (ranks.length === 0) return POPULARITY
  const terms = ranks.map(
    ({ lexeme, weight }) => sql`${weight}::float8 * ts_rank(${WEIGHTS}, "words", ${lexeme}::tsquery)`,
  )
  const words = sql`(${sql.join(terms, ' + ')})`
  const relevance = isSentence ? sql`${words} / (0.8 + length("words") / 200.0)` : words
  const order = phrase ? sql`(1 + ${IN_ORDER}::float8 * ("titleWords" @@ ${phrase}::tsquery)::int)` : sql`1`
  return sql`${relevance} * ${order} * (1 + ${POPULARITY} / 20)`
}

/** Excludes built-in tools unless the query has words or a runtime. */
export function catalogFilters({
  category,
  runtime,
  risk,
  price,
  verified,
  text,
  withBuiltIns = Boolean(text),
  ...limits
}: Partial<Search> & { withBuiltIns?: boolean }): Sql[] {
  const conditions = [sql`TRUE`]
  if (category) conditions.push(sql`"categories" @> ARRAY[${category}]`)
  if (runtime) conditions.push(sql`"runtime" = ${runtime}`)
  else if (!withBuiltIns) conditions.push(sql`"runtime" <> 'built_in'`)
  if (risk) conditions.push(sql`"riskLevel" = ${risk}`)
  if (price) conditions.push(price === 'free' ? sql`"priceMicros" = 0` : sql`"priceMicros" > 0`)
  if (verified) conditions.push(sql`"verified"`)
  return [...conditions, ...limitConditions(limits)]
}

function limitConditions(limits: EntryLimits): Sql[] {
  const { maxPriceMicros, riskAtMost, minSuccess, minOrganisations, namespace, starredBy, skillSetIds } =
    limits
  const conditions: Sql[] = []
  if (starredBy !== undefined)
    conditions.push(sql`"skillSetId" IN (SELECT "skillSetId" FROM "Star" WHERE "userId" = ${starredBy})`)
  if (skillSetIds) conditions.push(sql`"skillSetId" = ANY(${[...skillSetIds]}::text[])`)
  if (namespace !== undefined)
    conditions.push(sql`("name" = ${namespace} OR starts_with("name", ${`${namespace}.`}))`)
  if (maxPriceMicros !== undefined) conditions.push(sql`"priceMicros" <= ${maxPriceMicros}`)
  if (riskAtMost) {
    const levels = RISK_LEVELS.slice(0, RISK_LEVELS.indexOf(riskAtMost) + 1)
    conditions.push(sql`"riskLevel" = ANY(${levels}::text[])`)
  }
  if (minSuccess !== undefined)
    conditions.push(sql`"runs30d" > 0 AND "succeeded30d" >= ${minSuccess}::float8 * "runs30d"`)
  if (minOrganisations) {
    // Each organisation counts on at least one day, so the first condition spares most of the counting.
    conditions.push(sql`"customerDays30d" >= ${minOrganisations}::int AND (SELECT count(*) FROM "SkillCustomer"
      WHERE "skillName" = "CatalogEntry"."name" AND "lastDay" > now() - interval '30 days') >= ${minOrganisations}::int`)
  }
  return conditions
}

function isAfter(order: { sortValue: Sql; type: Sql; descending: boolean }, after: SearchCursor): Sql {
  const { sortValue, type } = order
  const value = sql`(${after.sortValue}::text)::${type}`
  // Only `<=` can use the index; the second condition drops rows already shown.
  return order.descending
    ? sql`${sortValue} <= ${value} AND (${sortValue} < ${value} OR "name" > ${after.name})`
    : sql`${sortValue} >= ${value} AND "name" > ${after.name}`
}
