import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'

export type PublisherRecordRow = {
  id: string
  handle: string
  displayName: string
  verifiedAt: Date | null
  organisationId: string
  organisationName: string
  skillSets: number
  submissions: number
  approved: number
  changesRequested: number
  rejected: number
  /** How many versions were taken down. */
  recalled: number
  runs30d: number
  succeeded30d: number
}

type PublisherQuery = { text: string; skip: number; take: number } | { id: string }

/** What publishers have done so far, for reviewers: by display name, or the record of one. Runs are of the last 30 days. */
export function listPublisherRecords(
  db: Database | Tx,
  query: PublisherQuery,
): Promise<PublisherRecordRow[]> {
  return db.$queryRaw<PublisherRecordRow[]>`
    SELECT publisher."id", publisher."handle", publisher."displayName", publisher."verifiedAt",
      publisher."organisationId", organisation."name" AS "organisationName",
      (SELECT count(*)::int FROM "SkillSet" WHERE "publisherId" = publisher."id") AS "skillSets",
      decided.*, recalls.*, runs.*
    FROM "Publisher" publisher
    JOIN "Organisation" organisation ON organisation."id" = publisher."organisationId",
    LATERAL (
      SELECT count(*)::int AS "submissions",
        (count(*) FILTER (WHERE submission."decision" = 'APPROVED'))::int AS "approved",
        (count(*) FILTER (WHERE submission."decision" = 'CHANGES_REQUESTED'))::int AS "changesRequested",
        (count(*) FILTER (WHERE submission."decision" = 'REJECTED'))::int AS "rejected"
      FROM "Submission" submission
      JOIN "Version" version ON version."id" = submission."versionId"
      JOIN "SkillSet" skills ON skills."id" = version."skillSetId"
      WHERE skills."publisherId" = publisher."id"
    ) decided,
    LATERAL (
      SELECT count(*)::int AS "recalled" FROM "Version" version
      JOIN "SkillSet" skills ON skills."id" = version."skillSetId"
      WHERE skills."publisherId" = publisher."id" AND version."state" = 'YANKED'
    ) recalls,
    LATERAL (
      SELECT coalesce(sum(day."runs"), 0)::int AS "runs30d", coalesce(sum(day."succeeded"), 0)::int AS "succeeded30d"
      FROM "SkillDay" day JOIN "SkillSet" skills ON skills."id" = day."skillSetId"
      WHERE skills."publisherId" = publisher."id" AND day."day" > current_date - 30
    ) runs
    ${whereMatches(query)}`
}

function whereMatches(query: PublisherQuery): Sql {
  if ('id' in query) return sql`WHERE publisher."id" = ${query.id}`
  const like = `%${query.text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
  return sql`
    WHERE publisher."handle" ILIKE ${like} OR publisher."displayName" ILIKE ${like} OR organisation."name" ILIKE ${like}
    ORDER BY lower(publisher."displayName"), publisher."id" LIMIT ${query.take} OFFSET ${query.skip}`
}
