/**
 * What was called, run and written in the whole of Guildhall, newest first, without inputs, outputs or contents. Floor 1.
 *
 * For admins. Ids of each kind are in order of time, so pages are keyset pages over them.
 */
import type { Database } from './client.ts'
import { Prisma } from './generated/client.ts'

export type ActivityRow = {
  id: string
  at: Date
  organisation: string
  person: string
  /** A tool's name, a plan's goal, a path. */
  what: string
  /** How it ended, or what kind of write it was. */
  state: string
  door: string
  /** The run to look at, by those who may. */
  runId: string | null
  planRunId: string | null
  /** Changes of the vault; null where it does not apply. */
  changes: number | null
}

export type ActivityFilter = {
  organisation?: string
  person?: string
  what?: string
  door?: string
  from?: Date
  /** Exclusive. */
  until?: Date
  /** Only rows older than this id. */
  before?: string
  take: number
}

/** Of the tools of these names. */
export function listToolCalls(
  db: Database,
  names: readonly string[],
  filter: ActivityFilter,
): Promise<ActivityRow[]> {
  const place = {
    id: Prisma.sql`r."id"`,
    at: Prisma.sql`r."createdAt"`,
    what: Prisma.sql`r."skillName"`,
    door: Prisma.sql`r."door"`,
  }
  return db.$queryRaw<ActivityRow[]>`
    SELECT r."id", r."createdAt" AS "at", o."name" AS "organisation", u."name" AS "person", r."skillName" AS "what",
           r."state"::text AS "state", r."door", r."id" AS "runId", r."planRunId", NULL::int AS "changes"
    FROM "Run" r JOIN "Organisation" o ON o."id" = r."organisationId" JOIN "User" u ON u."id" = r."userId"
    WHERE ${conditions(place, filter, [Prisma.sql`r."skillName" = ANY(${[...names]})`])}
    ORDER BY r."id" DESC LIMIT ${filter.take}`
}

export function listPlanRunsOfAll(db: Database, filter: ActivityFilter): Promise<ActivityRow[]> {
  // Postgres looks into no JSON that has a NUL or half a character anywhere, and a plan's arguments may.
  const goal = Prisma.sql`regexp_replace(p."document"::text, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'g')::json->>'goal'`
  const place = {
    id: Prisma.sql`p."id"`,
    at: Prisma.sql`p."createdAt"`,
    what: goal,
    door: Prisma.sql`p."door"`,
  }
  return db.$queryRaw<ActivityRow[]>`
    SELECT p."id", p."createdAt" AS "at", o."name" AS "organisation", u."name" AS "person", ${goal} AS "what",
           p."state"::text AS "state", p."door", NULL AS "runId", p."id" AS "planRunId", NULL::int AS "changes"
    FROM "PlanRun" p JOIN "Organisation" o ON o."id" = p."organisationId" JOIN "User" u ON u."id" = p."userId"
    WHERE ${conditions(place, filter)}
    ORDER BY p."id" DESC LIMIT ${filter.take}`
}

/** Named by its first file. What is written on the Vault page comes through no run; its door is the form. */
export function listVaultWrites(db: Database, filter: ActivityFilter): Promise<ActivityRow[]> {
  const door = Prisma.sql`coalesce(r."door", 'form')`
  const path = Prisma.sql`coalesce(first."pathAfter", first."pathBefore", '')`
  const place = { id: Prisma.sql`v."id"`, at: Prisma.sql`v."createdAt"`, what: path, door }
  return db.$queryRaw<ActivityRow[]>`
    SELECT v."id", v."createdAt" AS "at", o."name" AS "organisation", coalesce(u."name", 'Somebody') AS "person",
           ${path} AS "what", v."kind" AS "state", ${door} AS "door", v."runId", v."planRunId",
           (SELECT count(*)::int FROM "VaultChange" c WHERE c."operationId" = v."id") AS "changes"
    FROM "VaultOperation" v
    JOIN "Organisation" o ON o."id" = v."organisationId"
    LEFT JOIN "User" u ON u."id" = v."userId"
    LEFT JOIN "Run" r ON r."id" = v."runId"
    LEFT JOIN LATERAL (
      SELECT c."pathAfter", c."pathBefore" FROM "VaultChange" c WHERE c."operationId" = v."id" ORDER BY c."isFolder", c."seq" LIMIT 1
    ) first ON TRUE
    WHERE ${conditions(place, filter)}
    ORDER BY v."id" DESC LIMIT ${filter.take}`
}

type Place = { id: Prisma.Sql; at: Prisma.Sql; what: Prisma.Sql; door: Prisma.Sql }

function conditions(
  { id, at, what, door }: Place,
  filter: ActivityFilter,
  more: Prisma.Sql[] = [],
): Prisma.Sql {
  const holds = (text: Prisma.Sql, part: string) =>
    Prisma.sql`strpos(lower(${text}), lower(${part}::text)) > 0`
  const all = [
    ...more,
    ...(filter.before ? [Prisma.sql`${id} < ${filter.before}`] : []),
    ...(filter.organisation ? [holds(Prisma.sql`o."name"`, filter.organisation)] : []),
    ...(filter.person
      ? [
          Prisma.sql`(${holds(Prisma.sql`u."name"`, filter.person)} OR ${holds(Prisma.sql`u."email"`, filter.person)})`,
        ]
      : []),
    ...(filter.what ? [holds(what, filter.what)] : []),
    ...(filter.door ? [Prisma.sql`${door} = ${filter.door}`] : []),
    ...(filter.from ? [Prisma.sql`${at} >= ${filter.from}`] : []),
    ...(filter.until ? [Prisma.sql`${at} < ${filter.until}`] : []),
  ]
  return all.length > 0 ? Prisma.join(all, ' AND ') : Prisma.sql`TRUE`
}
