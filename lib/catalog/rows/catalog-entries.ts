/** Entries are copied when a version is published or yanked, so that a search uses one table's indexes. */

import type { RiskLevel } from '../../contracts/document/skillset-document.ts'
import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { CatalogQuery } from '../model/catalog-query.ts'
import { catalogFilters } from './catalog-search.ts'
import { refreshRatings } from './ratings.ts'

export type NewEntry = Prisma.CatalogEntryCreateManyInput

export async function findListedRisks(db: Database | Tx, names: readonly string[]): Promise<RiskLevel[]> {
  const rows = await db.catalogEntry.findMany({
    where: { name: { in: [...names] } },
    select: { riskLevel: true },
  })
  return rows.map(({ riskLevel }) => riskLevel as RiskLevel)
}

/** Returns the titles of the listed skills by name. */
export async function listCatalogTitles(
  db: Database | Tx,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.catalogEntry.findMany({
    where: { name: { in: [...names] } },
    select: { name: true, title: true },
  })
  return new Map(rows.map(({ name, title }) => [name, title]))
}

/**
 * Retains the entries' statistics, and returns the names of entries that had none. A null id means the built-in tools.
 */
export async function replaceEntries(
  tx: Tx,
  skillSetId: string | null,
  entries: readonly NewEntry[],
): Promise<string[]> {
  // Two sites that start together write the same entries.
  if (skillSetId === null)
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('built-in entries'))::text`
  const before = await tx.catalogEntry.findMany({
    where: { skillSetId },
    select: {
      name: true,
      skillSlug: true,
      runs30d: true,
      succeeded30d: true,
      customerDays30d: true,
      p50Ms: true,
      evidenceAt: true,
    },
  })
  const keyOf = ({ name, skillSlug }: Pick<NewEntry, 'name' | 'skillSlug'>) =>
    skillSetId === null ? name : skillSlug
  const evidence = new Map(
    before.map(({ name, skillSlug, ...figures }) => [keyOf({ name, skillSlug }), figures]),
  )
  await tx.catalogEntry.deleteMany({ where: { skillSetId } })
  await tx.catalogEntry.createMany({
    data: entries.map((entry) => ({ ...entry, ...evidence.get(keyOf(entry)) })),
  })
  if (skillSetId !== null) await refreshRatings(tx, skillSetId)
  return entries.filter((entry) => !evidence.has(keyOf(entry))).map(({ name }) => name)
}

/** Stores when the entries change by a version's age; null if no version waits for it. */
export async function setRefreshAt(tx: Tx, skillSetId: string, refreshAt: Date | null): Promise<void> {
  // By SQL, since it is no change of the SkillSet that its updatedAt should tell.
  await tx.$executeRaw`
    UPDATE "SkillSet" SET "refreshAt" = ${refreshAt}::timestamp
    WHERE "id" = ${skillSetId} AND "refreshAt" IS DISTINCT FROM ${refreshAt}::timestamp`
}

/** Returns SkillSets of which a newer version reaches everyone since the time when they were listed. */
export async function findSetsToRefresh(
  db: Database,
  { now, take }: { now: Date; take: number },
): Promise<string[]> {
  const rows = await db.skillSet.findMany({ where: { refreshAt: { lte: now } }, select: { id: true }, take })
  return rows.map(({ id }) => id)
}

/** Returns SkillSets with a listed action whose contract is not stored yet. */
export async function findSetsWithoutContract(db: Database, take: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT "skillSetId" AS "id" FROM "CatalogEntry"
    WHERE "contract" IS NULL AND "kind" = 'action' AND "skillSetId" IS NOT NULL LIMIT ${take}`
  return rows.map(({ id }) => id)
}

export type CatalogFilter = 'category' | 'runtime' | 'risk' | 'price' | 'verified'
export type CatalogFilters = Pick<CatalogQuery, CatalogFilter>

type CountedFilters = {
  /** Counts of the choices, in the order of `lists`. */
  counts: number[]
  /** The numbers of all entries and of those in the sample. */
  entries: number
  sampled: number
}

/** Larger catalogues are counted in a sample, for which the same pages are read each time. */
const SAMPLED_ENTRIES = 2_000

export async function countByFilters(
  db: Database,
  lists: readonly CatalogFilters[],
): Promise<CountedFilters> {
  const [size] = await db.$queryRaw<{ entries: number }[]>`
    SELECT coalesce(max("entries"), 0)::int AS "entries" FROM "SearchWord" WHERE "word" = ''`
  const entries = size?.entries ?? 0
  const percent = Math.min(100, (100 * SAMPLED_ENTRIES) / Math.max(1, entries))
  const counts = lists.map(
    (filters) => sql`count(*) FILTER (WHERE ${sql.join(catalogFilters(filters), ' AND ')})`,
  )
  const [row] = await db.$queryRaw<{ sampled: number; counts: number[] }[]>`
    SELECT count(*)::int AS "sampled", ARRAY[${sql.join(counts)}]::int[] AS "counts"
    FROM "CatalogEntry" TABLESAMPLE SYSTEM (${percent}::float4) REPEATABLE (0)`
  return { ...row!, entries }
}

/** Runs are those of the last 30 days. */
export type CatalogFigures = { skills: number; publishers: number; runs: number; succeeded: number }

/** Counts all skills but the built-in tools, as the catalogue lists them. Reads every entry, so cache it. */
export async function readCatalogFigures(db: Database): Promise<CatalogFigures> {
  const [row] = await db.$queryRaw<CatalogFigures[]>`
    SELECT count(*)::int AS "skills", count(DISTINCT "publisher") FILTER (WHERE "skillSetId" IS NOT NULL)::int AS "publishers",
      coalesce(sum("runs30d"), 0)::int AS "runs", coalesce(sum("succeeded30d"), 0)::int AS "succeeded"
    FROM "CatalogEntry" WHERE "runtime" <> 'built_in'`
  return row!
}

export type PublicEntry = { name: string; publishedAt: Date }

/** Returns the newest entries of publishers' skills. */
export function listEntries(db: Database, take: number): Promise<PublicEntry[]> {
  return db.catalogEntry.findMany({
    where: { skillSetId: { not: null } },
    select: { name: true, publishedAt: true },
    orderBy: [{ publishedAt: 'desc' }, { name: 'asc' }],
    take,
  })
}
