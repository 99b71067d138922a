/**
 * The catalogue's rows: what a search reads, and their evidence. Floor 1.
 *
 * A row is a copy, made when a version is published or yanked, so that a search is one query over the indexes of
 * one table: words (full text) and trigrams (typing errors, beginnings of words).
 */
import type { RiskLevel } from '../contract/document/skillset-document.ts'
import type { CatalogQuery } from '../contract/market/catalog-query.ts'
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'
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
  /** The value of the order asked for: where the next page goes on. */
  place: string
}

/** The place of the last row of the page before. */
export type After = { place: string; name: string }

type Search = Omit<CatalogQuery, 'cursor'> & { after?: After; limit: number }

/** Finds up to `limit` rows in the order asked for. Any text is safe to search for. */
export function searchEntries(db: Database | Tx, search: Search): Promise<FoundEntry[]> {
  return db.$queryRaw<FoundEntry[]>(searchSql(search))
}

/** How Postgres would go about a search: for the test that it uses the indexes. */
export async function explainSearch(db: Database | Tx, search: Search): Promise<string> {
  const lines = await db.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${searchSql(search)}`)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

/**
 * What speaks for a skill: how much it is used, by orders of magnitude, and a Bayesian mean of its ratings. Five people
 * who gave 3.5 are counted along, so that one rating moves it little. A point more weighs like e times as many runs.
 */
const STANDING = Prisma.sql`(ln(1 + "succeeded30d") + ("ratingPoints" + 17.5) / ("ratings" + 5))`

// Each order with the name as tie-breaker, so that every row has one place. `best` is without words; with them it is
// `relevance`.
// biome-ignore format: a table reads in rows
const ORDERS = {
  best:   { place: STANDING,                   type: Prisma.sql`float8`,    descending: true },
  used:   { place: Prisma.sql`"succeeded30d"`, type: Prisma.sql`int`,       descending: true },
  newest: { place: Prisma.sql`"publishedAt"`,  type: Prisma.sql`timestamp`, descending: true },
  name:   { place: Prisma.sql`"name"`,         type: Prisma.sql`text`,      descending: false },
}

function searchSql(search: Search): Prisma.Sql {
  const { q, after, limit } = search
  const order =
    search.sort === 'best' && q
      ? { place: relevance(q), type: Prisma.sql`float8`, descending: true }
      : ORDERS[search.sort]
  const direction = order.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  return Prisma.sql`
    SELECT "name", "publisher", "skillSetSlug", "skillSlug", "title", "description", "skillSetName",
           "versionNumber", "runtime", "riskLevel", "categories", "logo", "verified",
           "runs30d", "succeeded30d", "p50Ms", "ratings", "ratingPoints", "priceMicros",
           (${order.place})::text AS "place"
    FROM "CatalogEntry"
    WHERE ${Prisma.join([...matches(search), ...(after ? [isAfter(order, after)] : [])], ' AND ')}
    ORDER BY ${order.place} ${direction}, "name" ASC
    LIMIT ${limit}`
}

function matches({ q, category, runtime, risk, price, verified }: Search): Prisma.Sql[] {
  const conditions = [q ? matchesText(q) : Prisma.sql`TRUE`]
  if (category) conditions.push(Prisma.sql`"categories" @> ARRAY[${category}]`)
  if (runtime) conditions.push(Prisma.sql`"runtime" = ${runtime}`)
  if (risk) conditions.push(Prisma.sql`"riskLevel" = ${risk}`)
  if (price) conditions.push(price === 'free' ? Prisma.sql`"priceMicros" = 0` : Prisma.sql`"priceMicros" > 0`)
  if (verified) conditions.push(Prisma.sql`"verified"`)
  return conditions
}

// Trigrams closer than this are a beginning or a near miss of the word; farther ones are guesses.
const NEAR = 0.6
// Each one is a walk through the index; nobody misspells more in one search.
const MAX_SIMILAR_WORDS = 12

/**
 * Full text says yes, or every word is found by its trigrams. Guesses count only when no row at all has the words
 * themselves: who misspells gets an answer, who does not gets no noise.
 */
function matchesText(q: string): Prisma.Sql {
  const byWords = Prisma.sql`to_tsvector('english', "haystack") @@ ${wordsOf(q)}`
  const words = spaced(q)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_SIMILAR_WORDS)
  if (words.length === 0) return byWords
  const similar = words.map((word) => Prisma.sql`"haystack" %> ${word}::text`)
  const near = words.map((word) => Prisma.sql`word_similarity(${word}::text, "haystack") >= ${NEAR}`)
  // Counted, not asked for with EXISTS: that Postgres would hope to answer by reading the table until a row fits.
  return Prisma.sql`(${byWords} OR (${Prisma.join(similar, ' AND ')} AND (
    (${Prisma.join(near, ' AND ')}) OR (SELECT count(*) FROM "CatalogEntry" WHERE ${byWords}) = 0)))`
}

function wordsOf(q: string): Prisma.Sql {
  return Prisma.sql`websearch_to_tsquery('english', ${spaced(q)}::text)`
}

/** As the haystack is written: a full name is searched for by its words. */
function spaced(q: string): string {
  return q.replace(/[_.]+/g, ' ').trim()
}

/**
 * How well a row fits, 0 … about 8: its own name first, then words of its title, then words anywhere, then what
 * speaks for it. Rounded, so that a place written into a cursor compares equal when it comes back.
 */
function relevance(q: string): Prisma.Sql {
  const text = Prisma.sql`${spaced(q)}::text`
  return Prisma.sql`round((
      4 * (lower(${q}::text) IN (lower("name"), lower("title"), "skillSlug", "skillSetSlug", "publisher"))::int
    + 2 * word_similarity(${text}, "title" || ' ' || "skillSetName")
    + ts_rank_cd(to_tsvector('english', "haystack"), ${wordsOf(q)}, 32)
    + word_similarity(${text}, "haystack")
    + ${STANDING} / 40
  )::numeric, 6)::float8`
}

function isAfter(
  order: { place: Prisma.Sql; type: Prisma.Sql; descending: boolean },
  after: After,
): Prisma.Sql {
  const { place, type } = order
  const value = Prisma.sql`(${after.place}::text)::${type}`
  // `<=` alone can walk an index; the rest only drops what was shown with the same place.
  return order.descending
    ? Prisma.sql`${place} <= ${value} AND (${place} < ${value} OR "name" > ${after.name})`
    : Prisma.sql`${place} >= ${value} AND "name" > ${after.name}`
}

/** How risky the listed ones of these skills are, in no order. */
export async function findListedRisks(db: Database | Tx, names: readonly string[]): Promise<RiskLevel[]> {
  const rows = await db.catalogEntry.findMany({
    where: { name: { in: [...names] } },
    select: { riskLevel: true },
  })
  // Written by `replaceEntries` and `keepBuiltInEntries` only.
  return rows.map(({ riskLevel }) => riskLevel as RiskLevel)
}

/** Writes a SkillSet's rows anew; evidence already gathered for a skill's name stays, and so do its ratings. */
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

/** Writes what Guildhall itself brings; what it brought once and no more goes. Evidence stays. */
export async function keepBuiltInEntries(db: Database, entries: readonly NewEntry[]): Promise<void> {
  const names = entries.map(({ name }) => name)
  await db.catalogEntry.deleteMany({ where: { skillSetId: null, name: { notIn: names } } })
  for (const entry of entries)
    await db.catalogEntry.upsert({ where: { name: entry.name }, create: entry, update: entry })
}
