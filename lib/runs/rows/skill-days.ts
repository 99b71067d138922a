/**
 * Statistics by skill and day, for publishers. A trigger counts each run when it ends, under the current name of its
 * skill.
 */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type SkillDayRow = {
  skillName: string
  day: string
  runs: number
  succeeded: number
  customers: number
}

/** Counts other organisations' runs per UTC day (YYYY-MM-DD); days without runs are missing. */
export function listSkillDays(
  db: Database | Tx,
  organisationId: string,
  days: number,
): Promise<SkillDayRow[]> {
  return db.$queryRaw<SkillDayRow[]>`
    SELECT counted."skillName", to_char(counted."day", 'YYYY-MM-DD') AS "day", sum(counted."runs")::int AS "runs",
      sum(counted."succeeded")::int AS "succeeded", sum(counted."customers")::int AS "customers"
    FROM "SkillDay" AS counted
    JOIN "SkillSet" AS skillset ON skillset."id" = counted."skillSetId"
    JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
    WHERE publisher."organisationId" = ${organisationId} AND counted."day" > (now() AT TIME ZONE 'UTC')::date - ${days}::int
    GROUP BY 1, 2 ORDER BY 2, 1`
}

type SkillReachRow = { skillName: string; organisations: number; p50Ms: number | null }

/** Returns how many organisations ran each skill of a publisher, and its typical duration. */
export function listSkillReach(
  db: Database | Tx,
  organisationId: string,
  days: number,
): Promise<SkillReachRow[]> {
  return db.$queryRaw<SkillReachRow[]>`
    SELECT customer."skillName", count(*)::int AS "organisations",
      (SELECT "p50Ms" FROM "CatalogEntry" WHERE "name" = customer."skillName") AS "p50Ms"
    FROM "SkillCustomer" AS customer
    JOIN "SkillSet" AS skillset ON skillset."id" = customer."skillSetId"
    JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
    WHERE publisher."organisationId" = ${organisationId}
      AND customer."lastDay" > (now() AT TIME ZONE 'UTC')::date - ${days}::int
    GROUP BY 1`
}

export type EarningsDayRow = { skillName: string; day: string; amountMicros: bigint }

/** Returns earnings after the platform fee, by the current names: runs keep the names that their skills had. */
export function listEarningsDays(
  db: Database | Tx,
  organisationId: string,
  days: number,
): Promise<EarningsDayRow[]> {
  return db.$queryRaw<EarningsDayRow[]>`
    SELECT coalesce(publisher."handle" || '.' || skillset."slug" || '.' || split_part(run."skillName", '.', 3), run."skillName")
      AS "skillName", to_char(line."createdAt", 'YYYY-MM-DD') AS "day", sum(line."amountMicros")::bigint AS "amountMicros"
    FROM "LedgerLine" AS line
    JOIN "LedgerTransfer" AS transfer ON transfer."id" = line."transferId" AND transfer."kind" IN ('settle', 'refund')
    JOIN "Run" AS run ON run."id" = line."runId"
    LEFT JOIN "SkillSet" AS skillset ON skillset."id" = run."skillSetId"
    LEFT JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
    WHERE line."accountId" = ${`earnings:${organisationId}`}
      AND line."createdAt" > (now() AT TIME ZONE 'UTC')::date - ${days - 1}::int
    GROUP BY 1, 2 ORDER BY 2, 1`
}
