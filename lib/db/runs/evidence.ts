/**
 * Statistics over the last 30 days of runs of published versions by other organisations than the publisher's, without
 * cancelled and child runs, and without failures that are not the skill's fault. A skill's code controls its duration and could encode customer data in it,
 * so durations are rounded and given only if several organisations ran the skill.
 */
import type { ErrorCode } from '../../errors.ts'
import type { Database, Tx } from '../core/prisma-client.ts'
import { Prisma } from '../generated/client.ts'

export type EvidenceRow = { name: string; runs: number; succeeded: number; p50Ms: number | null }

// A skill with more runs is recounted at most once a minute.
const BUSY_RUNS = 1_000

/** Failures by the skill; others are refusals of the user's input, or the marketplace's own. */
const SKILL_FAULTS = ['SKILL_ERROR', 'OUTPUT_CONTRACT_VIOLATION', 'TOOL_TIMEOUT'] satisfies ErrorCode[]

const BY_PUBLISHER = Prisma.sql`EXISTS (SELECT 1 FROM "SkillSet" AS own JOIN "Publisher" ON "Publisher"."id" = own."publisherId"
  WHERE own."id" = "Run"."skillSetId" AND "Publisher"."organisationId" = "Run"."organisationId")`

const COUNTED = Prisma.sql`"mode" = 'production' AND "parentRunId" IS NULL AND "Run"."createdAt" > now() - interval '30 days'
  AND ("state" IN ('succeeded', 'partial', 'timed_out')
    OR ("state" = 'failed' AND coalesce("error"->>'code', 'SKILL_ERROR') IN (${Prisma.join(SKILL_FAULTS)})))
  AND NOT ("channel" = 'plan' AND "skillSetId" IS NULL) AND NOT ${BY_PUBLISHER}`

const MEDIAN_MS = Prisma.sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY "durationMs") FILTER (WHERE "state" = 'succeeded')`

/** Minimum number of organisations in a published measurement. */
const MIN_POPULATION = 3

const TALLY = Prisma.sql`count(*)::int AS "runs",
  (count(*) FILTER (WHERE "state" = 'succeeded'))::int AS "succeeded",
  CASE WHEN count(DISTINCT "organisationId") >= ${MIN_POPULATION}::int THEN ${roundedToTwoDigits(MEDIAN_MS)} END AS "p50Ms"`

/** An organisation counts once a day. */
const CUSTOMER_DAYS = Prisma.sql`(count(DISTINCT ("organisationId", "createdAt"::date)) FILTER (WHERE "state" = 'succeeded'))::int AS "customerDays"`

/** Recounts one skill and stores the result in its catalogue row. */
export async function refreshEvidence(db: Database | Tx, skillName: string): Promise<void> {
  // Lateral, so that the runs of a skill that is not due are not read.
  await db.$executeRaw`
    UPDATE "CatalogEntry" AS entry SET "runs30d" = tally."runs", "succeeded30d" = tally."succeeded",
      "p50Ms" = tally."p50Ms", "customerDays30d" = tally."customerDays", "evidenceAt" = now()
    FROM "CatalogEntry" AS due
    CROSS JOIN LATERAL (SELECT ${TALLY}, ${CUSTOMER_DAYS} FROM "Run" WHERE "skillName" = due."name" AND ${COUNTED}) AS tally
    WHERE due."id" = entry."id" AND due."name" = ${skillName}
      AND NOT (due."runs30d" > ${BUSY_RUNS} AND due."evidenceAt" > now() - interval '1 minute')`
}

/**
 * Recounts rows older than an hour, so that old runs drop out of skills that no longer run. Returns the number of rows.
 */
export function refreshAgedEvidence(db: Database | Tx): Promise<number> {
  // Lateral, so that only the runs of outdated rows are read.
  return db.$executeRaw`
    UPDATE "CatalogEntry" AS entry SET "runs30d" = tally."runs", "succeeded30d" = tally."succeeded",
      "p50Ms" = tally."p50Ms", "customerDays30d" = tally."customerDays", "evidenceAt" = now()
    FROM "CatalogEntry" AS aged
    CROSS JOIN LATERAL (SELECT ${TALLY}, ${CUSTOMER_DAYS} FROM "Run" WHERE "skillName" = aged."name" AND ${COUNTED}) AS tally
    WHERE aged."id" = entry."id" AND aged."evidenceAt" < now() - interval '1 hour'`
}

export async function findEvidence(
  db: Database | Tx,
  names: readonly string[],
): Promise<Map<string, EvidenceRow>> {
  if (names.length === 0) return new Map()
  const rows = await db.$queryRaw<EvidenceRow[]>`
    SELECT "skillName" AS "name", ${TALLY} FROM "Run"
    WHERE "skillName" IN (${Prisma.join(names)}) AND ${COUNTED} GROUP BY "skillName"`
  return new Map(rows.map((row) => [row.name, row]))
}

export type UsageRow = Omit<EvidenceRow, 'name'> & {
  skillSetId: string
  users: number
  installs: number
}

export async function findUsage(
  db: Database | Tx,
  skillSetIds: readonly string[],
): Promise<Map<string, UsageRow>> {
  if (skillSetIds.length === 0) return new Map()
  const rows = await db.$queryRaw<UsageRow[]>`
    SELECT skillset."id" AS "skillSetId", tally.*,
      (SELECT count(*)::int FROM "Install" WHERE "skillSetId" = skillset."id") AS "installs"
    FROM "SkillSet" AS skillset
    CROSS JOIN LATERAL (SELECT ${TALLY}, count(DISTINCT "organisationId")::int AS "users"
      FROM "Run" WHERE "skillSetId" = skillset."id" AND ${COUNTED}) AS tally
    WHERE skillset."id" IN (${Prisma.join(skillSetIds)})`
  return new Map(rows.map((row) => [row.skillSetId, row]))
}

type RunSizes = {
  runs: number
  p50Ms: number | null
  p95Ms: number | null
  p50OutputBytes: number | null
  p95OutputBytes: number | null
}

/** Enough of the latest runs for a busy skill. */
const MAX_SAMPLED_RUNS = 1_000

const percentile = (share: number, column: 'durationMs' | 'bytes') =>
  roundedToTwoDigits(
    Prisma.sql`percentile_cont(${share}::float8) WITHIN GROUP (ORDER BY ${Prisma.raw(`"${column}"`)})`,
  )

/**
 * Measures successful runs over 30 days: of all callers if several organisations ran the skill, else of
 * `organisationId` only.
 */
export async function measureRuns(
  db: Database | Tx,
  skillName: string,
  organisationId: string | undefined,
): Promise<RunSizes> {
  const [row] = await db.$queryRaw<RunSizes[]>`
    WITH latest AS (
      SELECT "organisationId", "durationMs", octet_length("output"::text) AS "bytes" FROM "Run"
      WHERE "skillName" = ${skillName} AND "mode" = 'production' AND "state" = 'succeeded'
        AND "createdAt" > now() - interval '30 days'
      ORDER BY "createdAt" DESC LIMIT ${MAX_SAMPLED_RUNS}
    )
    SELECT count(*)::int AS "runs",
      ${percentile(0.5, 'durationMs')} AS "p50Ms", ${percentile(0.95, 'durationMs')} AS "p95Ms",
      ${percentile(0.5, 'bytes')} AS "p50OutputBytes", ${percentile(0.95, 'bytes')} AS "p95OutputBytes"
    FROM latest
    WHERE "organisationId" = ${organisationId ?? ''}
      OR (SELECT count(DISTINCT "organisationId") FROM latest) >= ${MIN_POPULATION}::int`
  return row!
}

/**
 * `value` with two significant digits: exact numbers of one customer's run would let a publisher without
 * network permission read that customer's data.
 */
function roundedToTwoDigits(value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`round((${value})::numeric, 1 - floor(log(greatest((${value})::numeric, 1)))::int)::int`
}
