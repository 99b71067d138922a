/** What a publisher's analytics count besides runs. Days are UTC, as YYYY-MM-DD; days without anything are missing. */
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'

type Query = { organisationId: string; days: number }

/** "publisher.skillset" */
const SKILL_SET = sql`publisher."handle" || '.' || skillset."slug"`

const since = (days: number): Sql => sql`(now() AT TIME ZONE 'UTC')::date - ${days - 1}::int`

export type ViewDayRow = { skillSet: string; skillSlug: string; day: string; views: number }

export function listViewDays(db: Database | Tx, { organisationId, days }: Query): Promise<ViewDayRow[]> {
  return db.$queryRaw<ViewDayRow[]>`
    SELECT ${SKILL_SET} AS "skillSet", counted."skillSlug", to_char(counted."day", 'YYYY-MM-DD') AS "day", counted."views"
    FROM "PageViewDay" AS counted
    JOIN "SkillSet" AS skillset ON skillset."id" = counted."skillSetId"
    JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
    WHERE publisher."organisationId" = ${organisationId} AND counted."day" >= ${since(days)}`
}

export type InstallDayRow = { skillSet: string; day: string; installs: number }

/** Counts installs of other organisations that still stand, by the day on which they were made. */
export function listInstallDays(
  db: Database | Tx,
  { organisationId, days }: Query,
): Promise<InstallDayRow[]> {
  return db.$queryRaw<InstallDayRow[]>`
    SELECT ${SKILL_SET} AS "skillSet", to_char(install."createdAt", 'YYYY-MM-DD') AS "day", count(*)::int AS "installs"
    FROM "Install" AS install
    JOIN "SkillSet" AS skillset ON skillset."id" = install."skillSetId"
    JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
    WHERE publisher."organisationId" = ${organisationId} AND install."organisationId" <> ${organisationId}
      AND install."createdAt" >= ${since(days)}
    GROUP BY 1, 2`
}

export type RatingDayRow = { skillSet: string; day: string; ratings: number; points: number }

export function listRatingDays(db: Database | Tx, { organisationId, days }: Query): Promise<RatingDayRow[]> {
  return db.$queryRaw<RatingDayRow[]>`
    SELECT ${SKILL_SET} AS "skillSet", to_char(rating."updatedAt", 'YYYY-MM-DD') AS "day",
      count(*)::int AS "ratings", sum(rating."points")::int AS "points"
    FROM "Rating" AS rating
    JOIN "SkillSet" AS skillset ON skillset."id" = rating."skillSetId"
    JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
    WHERE publisher."organisationId" = ${organisationId} AND rating."updatedAt" >= ${since(days)}
    GROUP BY 1, 2`
}

/** Counts the organisations that ran any of the skills, each once. With `skillName`, those of one skill. */
export async function countCustomers(
  db: Database | Tx,
  { organisationId, days, skillName }: Query & { skillName?: string | undefined },
): Promise<number> {
  const [row] = await db.$queryRaw<{ customers: number }[]>`
    SELECT count(DISTINCT customer."organisationId")::int AS "customers" FROM "SkillCustomer" AS customer
    JOIN "SkillSet" AS skillset ON skillset."id" = customer."skillSetId"
    JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
    WHERE publisher."organisationId" = ${organisationId} AND customer."lastDay" >= ${since(days)}
      ${skillName === undefined ? sql.empty : sql`AND customer."skillName" = ${skillName}`}`
  return row?.customers ?? 0
}
