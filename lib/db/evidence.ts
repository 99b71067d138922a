/**
 * Evidence: how skills did in the last 30 days. Floor 1.
 *
 * Counted are runs of published versions that came to an end of their own; a cancelled run says nothing about
 * the skill. The catalogue keeps a copy in each row, since it sorts by it.
 */
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'

export type EvidenceRow = { name: string; runs: number; succeeded: number; p50Ms: number | null }

// A skill this busy is counted at most once a minute; below it, whenever somebody asks.
const BUSY_RUNS = 1_000

const COUNTED = Prisma.sql`"mode" = 'production' AND "state" IN ('succeeded', 'partial', 'failed', 'timed_out')
  AND "createdAt" > now() - interval '30 days'`

const TALLY = Prisma.sql`count(*)::int AS "runs",
  (count(*) FILTER (WHERE "state" = 'succeeded'))::int AS "succeeded",
  (percentile_cont(0.5) WITHIN GROUP (ORDER BY "durationMs") FILTER (WHERE "state" = 'succeeded'))::int AS "p50Ms"`

/** Counts the runs of one skill again and keeps the result in its catalogue row. For the end of a run. */
export async function refreshEvidence(db: Database | Tx, skillName: string): Promise<void> {
  // Lateral: the runs of a skill that is not due are not read.
  await db.$executeRaw`
    UPDATE "CatalogEntry" AS entry SET "runs30d" = tally."runs", "succeeded30d" = tally."succeeded",
      "p50Ms" = tally."p50Ms", "evidenceAt" = now()
    FROM "CatalogEntry" AS due
    CROSS JOIN LATERAL (SELECT ${TALLY} FROM "Run" WHERE "skillName" = due."name" AND ${COUNTED}) AS tally
    WHERE due."id" = entry."id" AND due."name" = ${skillName}
      AND NOT (due."runs30d" > ${BUSY_RUNS} AND due."evidenceAt" > now() - interval '1 minute')`
}

/**
 * Counts again what was last counted over an hour ago, so that runs older than 30 days fall out of skills nobody
 * runs any more. For the sweep; returns how many rows it touched.
 */
export function refreshAgedEvidence(db: Database | Tx): Promise<number> {
  // Lateral: only the runs of aged rows are read, and mostly there are none.
  return db.$executeRaw`
    UPDATE "CatalogEntry" AS entry SET "runs30d" = tally."runs", "succeeded30d" = tally."succeeded",
      "p50Ms" = tally."p50Ms", "evidenceAt" = now()
    FROM "CatalogEntry" AS aged
    CROSS JOIN LATERAL (SELECT ${TALLY} FROM "Run" WHERE "skillName" = aged."name" AND ${COUNTED}) AS tally
    WHERE aged."id" = entry."id" AND aged."evidenceAt" < now() - interval '1 hour'`
}

/** Evidence of these skills by name; skills without a run are left out. */
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
  /** Organisations that ran it in the last 30 days. */
  users: number
  /** Organisations that have it installed now. */
  installs: number
}

/** How much these SkillSets are used, by id; the same runs count as for evidence. */
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
