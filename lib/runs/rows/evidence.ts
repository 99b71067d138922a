/**
 * Evidence covers runs of published versions in 30 days by other organisations than the publisher's, except cancelled
 * and child runs and failures that are not the skill's fault. A trigger counts the runs by day (`SkillDay`). Code
 * controls its duration and could encode customer data in it, so durations are rounded and need several
 * organisations.
 */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { FAILED_NIGHTS } from '../../publishing/model/example-health.ts'

export type EvidenceRow = { name: string; runs: number; succeeded: number; p50Ms: number | null }

/** Skills with more runs are measured at most once a minute, because measuring them takes longer. */
const BUSY_RUNS = 1_000

/** A published measurement needs this many organisations. */
const MIN_POPULATION = 3

const MAX_SAMPLED_RUNS = 1_000

const SINCE = sql`(now() - interval '30 days')`

/** The names of an entry's skill, current and former: runs keep the name under which they were called. */
const NAMES_OF_ENTRY = sql`(SELECT entry."name" UNION
  SELECT other."handle" || '.' || named."slug" || '.' || entry."skillSlug" FROM "SkillSetName" AS named
  JOIN "PublisherName" AS other ON other."publisherId" = named."publisherId"
  WHERE named."skillSetId" = entry."skillSetId")`

/** Own runs are left out after the limit, so that many of them cost no more. */
const MEDIAN_MS = sql`SELECT ${roundedToTwoDigits(
  sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY latest."durationMs")`,
)}
  FROM ${NAMES_OF_ENTRY} AS known("name") CROSS JOIN LATERAL (
    SELECT * FROM "Run" WHERE "skillName" = known."name" AND "mode" = 'production' AND "parentRunId" IS NULL
      AND "state" = 'succeeded' AND "createdAt" > ${SINCE} ORDER BY "createdAt" DESC LIMIT ${MAX_SAMPLED_RUNS}) AS latest
  WHERE "is_evidence"(latest::"Run")
    AND (SELECT count(*) FROM "SkillCustomer" WHERE "skillName" = entry."name" AND "lastDay" > ${SINCE}) >= ${MIN_POPULATION}::int`

/** Whether an example of the entry's version has failed several nights in a row. Such a skill ranks below others. */
const IS_FAILING = sql`EXISTS (SELECT 1 FROM "VersionExample" AS example WHERE example."versionId" = entry."versionId"
  AND example."skillSlug" = entry."skillSlug" AND example."failedNights" >= ${FAILED_NIGHTS}::int)`

const MEASURE = sql`
  UPDATE "CatalogEntry" AS entry SET "runs30d" = tally."runs", "succeeded30d" = tally."succeeded",
    "customerDays30d" = CASE WHEN ${IS_FAILING} THEN 0 ELSE tally."customers" END, "p50Ms" = (${MEDIAN_MS}), "evidenceAt" = now()
  FROM "CatalogEntry" AS due
  CROSS JOIN LATERAL (SELECT coalesce(sum("runs"), 0)::int AS "runs", coalesce(sum("succeeded"), 0)::int AS "succeeded",
    coalesce(sum("customers"), 0)::int AS "customers" FROM "SkillDay" WHERE "skillName" = due."name" AND "day" > ${SINCE}) AS tally
  WHERE due."id" = entry."id"`

/** Measures a skill's runs again, for its entry in the catalogue. */
export async function refreshEvidence(db: Database | Tx, skillName: string): Promise<void> {
  await db.$executeRaw`${MEASURE} AND due."name" = ${skillName}
    AND NOT (due."runs30d" > ${BUSY_RUNS} AND due."evidenceAt" > now() - interval '1 minute')`
}

const AGED_BATCH = 200

/**
 * Refreshes a batch of rows older than an hour, the oldest first, so that old runs drop out. Returns how many. A batch
 * takes a fraction of the time after which a statement is given up, however large the catalogue is.
 */
export function refreshAgedEvidence(db: Database | Tx, take = AGED_BATCH): Promise<number> {
  return db.$executeRaw`${MEASURE} AND due."id" IN (
    SELECT "id" FROM "CatalogEntry" WHERE "evidenceAt" < now() - interval '1 hour'
    ORDER BY "evidenceAt" LIMIT ${take}::int)`
}

/** Returns the evidence of skills by name; skills without counted runs are missing. */
export async function findEvidence(
  db: Database | Tx,
  names: readonly string[],
): Promise<Map<string, EvidenceRow>> {
  if (names.length === 0) return new Map()
  const rows = await db.$queryRaw<EvidenceRow[]>`
    SELECT "skillName" AS "name", sum("runs")::int AS "runs", sum("succeeded")::int AS "succeeded",
      (SELECT "p50Ms" FROM "CatalogEntry" WHERE "name" = "skillName") AS "p50Ms"
    FROM "SkillDay" WHERE "skillName" = ANY(${names}) AND "day" > ${SINCE} GROUP BY "skillName"`
  return new Map(rows.map((row) => [row.name, row]))
}

export type UsageRow = Omit<EvidenceRow, 'name'> & {
  skillSetId: string
  users: number
  installs: number
}

/** Returns the usage of SkillSets by id. `p50Ms` is that of the most used skill of each. */
export async function findUsage(
  db: Database | Tx,
  skillSetIds: readonly string[],
): Promise<Map<string, UsageRow>> {
  if (skillSetIds.length === 0) return new Map()
  const rows = await db.$queryRaw<UsageRow[]>`
    SELECT skillset."id" AS "skillSetId", tally.*,
      (SELECT "p50Ms" FROM "CatalogEntry" WHERE "skillSetId" = skillset."id" ORDER BY "runs30d" DESC LIMIT 1) AS "p50Ms",
      (SELECT count(DISTINCT "organisationId")::int FROM "SkillCustomer"
        WHERE "skillSetId" = skillset."id" AND "lastDay" > ${SINCE}) AS "users",
      (SELECT count(*)::int FROM "Install" WHERE "skillSetId" = skillset."id") AS "installs"
    FROM "SkillSet" AS skillset
    CROSS JOIN LATERAL (SELECT coalesce(sum("runs"), 0)::int AS "runs", coalesce(sum("succeeded"), 0)::int AS "succeeded"
      FROM "SkillDay" WHERE "skillSetId" = skillset."id" AND "day" > ${SINCE}) AS tally
    WHERE skillset."id" = ANY(${skillSetIds})`
  return new Map(rows.map((row) => [row.skillSetId, row]))
}

type RunSizes = {
  runs: number
  p50Ms: number | null
  p95Ms: number | null
  p50OutputBytes: number | null
  p95OutputBytes: number | null
}

const percentile = (share: number, column: 'durationMs' | 'bytes') =>
  roundedToTwoDigits(sql`percentile_cont(${share}::float8) WITHIN GROUP (ORDER BY ${sql.raw(`"${column}"`)})`)

/**
 * Uses the latest runs under each name that the skill has had: those of all callers if several organisations ran the
 * skill, else those of `organisationId`.
 */
export async function measureRuns(
  db: Database | Tx,
  skillNames: readonly string[],
  organisationId: string | undefined,
): Promise<RunSizes> {
  const [row] = await db.$queryRaw<RunSizes[]>`
    WITH latest AS (
      SELECT run.* FROM unnest(${[...skillNames]}::text[]) AS known("name") CROSS JOIN LATERAL (
        SELECT "organisationId", "durationMs", CASE WHEN "purgedAt" IS NULL THEN octet_length("output"::text) END AS "bytes"
        FROM "Run" WHERE "skillName" = known."name" AND "mode" = 'production' AND "state" = 'succeeded'
          AND "createdAt" > now() - interval '30 days'
        ORDER BY "createdAt" DESC LIMIT ${MAX_SAMPLED_RUNS}) AS run
    )
    SELECT count(*)::int AS "runs",
      ${percentile(0.5, 'durationMs')} AS "p50Ms", ${percentile(0.95, 'durationMs')} AS "p95Ms",
      ${percentile(0.5, 'bytes')} AS "p50OutputBytes", ${percentile(0.95, 'bytes')} AS "p95OutputBytes"
    FROM latest
    WHERE "organisationId" = ${organisationId ?? ''}
      OR (SELECT count(DISTINCT "organisationId") FROM latest) >= ${MIN_POPULATION}::int`
  return row!
}

export type VersionFiguresRow = {
  versionNumber: string
  runs: number
  succeeded: number
  p50Ms: number | null
  p95Ms: number | null
}

/**
 * Uses the latest runs by other organisations, under each name that the skill has had. Times are null for versions with
 * too few.
 */
export async function measureVersions(
  db: Database | Tx,
  skillNames: readonly string[],
  days: number,
): Promise<VersionFiguresRow[]> {
  const rows = await db.$queryRaw<(VersionFiguresRow & { organisations: number })[]>`
    SELECT "versionNumber", count(*)::int AS "runs", count(*) FILTER (WHERE "state" = 'succeeded')::int AS "succeeded",
      count(DISTINCT "organisationId")::int AS "organisations",
      ${percentile(0.5, 'durationMs')} AS "p50Ms", ${percentile(0.95, 'durationMs')} AS "p95Ms"
    FROM unnest(${[...skillNames]}::text[]) AS known("name") CROSS JOIN LATERAL (
      SELECT * FROM "Run" WHERE "skillName" = known."name" AND "createdAt" > now() - make_interval(days => ${days}::int)
      ORDER BY "createdAt" DESC LIMIT ${MAX_SAMPLED_RUNS}) AS latest
    WHERE "is_evidence"(latest::"Run") GROUP BY 1`
  return rows.map(({ organisations, ...row }) =>
    organisations >= MIN_POPULATION ? row : { ...row, p50Ms: null, p95Ms: null },
  )
}

/** Exact numbers of one customer's run would let a publisher without network permission read that customer's data. */
function roundedToTwoDigits(value: Sql): Sql {
  return sql`round((${value})::numeric, 1 - floor(log(greatest((${value})::numeric, 1)))::int)::int`
}
