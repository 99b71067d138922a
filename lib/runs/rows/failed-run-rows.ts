/**
 * Failed runs for the publisher, without people, inputs and logs. Excludes test runs, examples and child runs: a
 * publisher's code decides how it calls children, so their list could encode customer data.
 */

import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'

const failedFields = {
  id: true,
  organisationId: true,
  skillName: true,
  versionId: true,
  versionNumber: true,
  state: true,
  error: true,
  errorDetail: true,
  createdAt: true,
  detailsSharedAt: true,
} satisfies Prisma.RunSelect

type FailureQuery = {
  publisherOrganisationId: string
  before?: string | undefined
  since?: Date
  skillName?: string | undefined
  /** Only the publisher's own runs, or only those of others. */
  by: 'publisher' | 'others'
  /** Organisations besides the publisher's whose runs are left out. */
  exceptOrganisationIds?: readonly string[]
  take: number
}

/**
 * Returns the latest ids. Reads at most `take` rows of each SkillSet's index, so that a publisher of many costs no
 * more.
 */
async function listFailedIds(db: Database | Tx, query: FailureQuery): Promise<string[]> {
  const { publisherOrganisationId, before, since, skillName, by, exceptOrganisationIds = [], take } = query
  const isChosen =
    by === 'publisher'
      ? sql`"organisationId" = ${publisherOrganisationId}`
      : sql`"organisationId" <> ALL (${[publisherOrganisationId, ...exceptOrganisationIds]})`
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT failed."id" FROM "SkillSet" AS own JOIN "Publisher" ON "Publisher"."id" = own."publisherId"
    CROSS JOIN LATERAL (
      SELECT "id" FROM "Run" WHERE "skillSetId" = own."id" AND "state" IN ('failed', 'timed_out')
        AND "mode" = 'production' AND "parentRunId" IS NULL
        ${before === undefined ? sql.empty : sql`AND "id" < ${before}`}
        ${skillName === undefined ? sql.empty : sql`AND "skillName" = ${skillName}`}
        ${since === undefined ? sql.empty : sql`AND "createdAt" >= ${since}`}
        AND ${isChosen}
      ORDER BY "id" DESC LIMIT ${take}) AS failed
    WHERE "Publisher"."organisationId" = ${publisherOrganisationId}
    ORDER BY failed."id" DESC LIMIT ${take}`
  return rows.map(({ id }) => id)
}

export async function listFailedRunsOf(db: Database | Tx, query: FailureQuery) {
  return db.run.findMany({
    where: { id: { in: await listFailedIds(db, query) } },
    select: failedFields,
    orderBy: { id: 'desc' },
  })
}

export async function listFailureKinds(db: Database | Tx, query: FailureQuery) {
  return db.run.findMany({
    where: { id: { in: await listFailedIds(db, query) } },
    select: { skillName: true, versionNumber: true, error: true, createdAt: true },
    orderBy: { id: 'desc' },
  })
}

/** Returns failed runs of others, without those of organisations that share a member with the publisher's. */
export async function listFailuresOfOthers(
  db: Database | Tx,
  { organisationId, since, take }: { organisationId: string; since: Date; take: number },
) {
  const related = await db.membership.findMany({
    where: { user: { memberships: { some: { organisationId } } } },
    select: { organisationId: true },
  })
  const exceptOrganisationIds = related.map((owner) => owner.organisationId)
  return listFailedRunsOf(db, {
    publisherOrganisationId: organisationId,
    by: 'others',
    since,
    exceptOrganisationIds,
    take,
  })
}

/** Shares the details of a failed run with its publisher, or ends that with `by: null`. */
export async function setDetailsShared(
  db: Database | Tx,
  id: string,
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  await db.run.updateMany({
    where: { id, state: { in: ['failed', 'timed_out'] } },
    data: { detailsSharedAt: by === null ? null : at, detailsSharedById: by },
  })
}

type LatestFaults = { faults: number; runs: number; organisationId: string }

/** Counts how many of the latest runs failed with one of the codes. Returns null if the skill has no publisher. */
export async function countLatestFaults(
  db: Database,
  skillName: string,
  { codes, take }: { codes: readonly string[]; take: number },
): Promise<LatestFaults | null> {
  const [row] = await db.$queryRaw<LatestFaults[]>`
    SELECT count(*)::int AS "runs", (count(*) FILTER (WHERE latest."code" = ANY(${[...codes]})))::int AS "faults",
      max(publisher."organisationId") AS "organisationId"
    FROM (
      SELECT "skillSetId", "json_field"("error", 'code') AS "code" FROM "Run"
      WHERE "skillName" = ${skillName} AND "mode" = 'production' AND "parentRunId" IS NULL AND "endedAt" IS NOT NULL
      ORDER BY "createdAt" DESC LIMIT ${take}
    ) AS latest
    JOIN "SkillSet" AS own ON own."id" = latest."skillSetId"
    JOIN "Publisher" AS publisher ON publisher."id" = own."publisherId"`
  return row?.organisationId ? row : null
}
