/** Activity of the whole site, for admins, without inputs, outputs or contents. */
import type { Database } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'

export type ActivityRow = {
  id: string
  at: Date
  organisation: string
  person: string
  what: string
  state: string
  channel: string
  runId: string | null
  planRunId: string | null
  changes: number | null
  /** What the run cost with the runs that it called; null unless it paid for itself. */
  chargedMicros: bigint | null
  refundedAt: Date | null
}

type ActivityFilter = {
  organisation?: string
  person?: string
  what?: string
  state?: string
  channel?: string
  from?: Date
  until?: Date
  before?: string
  take: number
}

/** Makes Postgres look up the shown rows instead of reading all organisations. */
function owners(row: Sql): Sql {
  return sql`
    JOIN LATERAL (SELECT "name" FROM "Organisation" WHERE "id" = ${row}."organisationId" LIMIT 1) o ON TRUE
    LEFT JOIN LATERAL (SELECT "name", "email" FROM "User" WHERE "id" = ${row}."userId" LIMIT 1) u ON TRUE`
}

export function listToolCalls(
  db: Database,
  names: readonly string[],
  filter: ActivityFilter,
): Promise<ActivityRow[]> {
  return listRunsOfAll(db, [sql`r."skillName" = ANY(${[...names]})`], filter)
}

/** Runs of skills, by part of the skill's name or by the ID of the run. */
export function listSkillRunsOfAll(
  db: Database,
  tools: readonly string[],
  { what, ...filter }: ActivityFilter,
): Promise<ActivityRow[]> {
  if (what?.startsWith('run_')) return listRunsOfAll(db, [sql`r."id" = ${what}`], filter)
  return listRunsOfAll(db, [sql`r."skillName" <> ALL(${[...tools]})`], { ...filter, what })
}

function listRunsOfAll(db: Database, more: Sql[], filter: ActivityFilter): Promise<ActivityRow[]> {
  const columns = {
    id: sql`r."id"`,
    at: sql`r."createdAt"`,
    what: sql`r."skillName"`,
    channel: sql`r."channel"`,
  }
  return db.$queryRaw<ActivityRow[]>`
    SELECT r."id", r."createdAt" AS "at", o."name" AS "organisation", u."name" AS "person", r."skillName" AS "what",
           r."state"::text AS "state", r."channel", r."id" AS "runId", r."planRunId", NULL::int AS "changes",
           r."capturedMicros" AS "chargedMicros", r."refundedAt"
    FROM "Run" r ${owners(sql`r`)}
    WHERE ${conditions(columns, filter, [...more, ...(filter.state ? [sql`r."state" = ${filter.state}::"RunState"`] : [])])}
    ORDER BY r."id" DESC LIMIT ${filter.take}`
}

export function listPlanRunsOfAll(db: Database, filter: ActivityFilter): Promise<ActivityRow[]> {
  const goal = sql`"json_field"(p."document", 'goal')`
  const columns = {
    id: sql`p."id"`,
    at: sql`p."createdAt"`,
    what: goal,
    channel: sql`p."channel"`,
  }
  return db.$queryRaw<ActivityRow[]>`
    SELECT p."id", p."createdAt" AS "at", o."name" AS "organisation", u."name" AS "person", ${goal} AS "what",
           p."state"::text AS "state", p."channel", NULL AS "runId", p."id" AS "planRunId", NULL::int AS "changes",
           NULL::bigint AS "chargedMicros", NULL::timestamp AS "refundedAt"
    FROM "PlanRun" p ${owners(sql`p`)}
    WHERE ${conditions(columns, filter)}
    ORDER BY p."id" DESC LIMIT ${filter.take}`
}

/** A write from the Vault page has no run; its channel is the form. */
export function listVaultWrites(db: Database, filter: ActivityFilter): Promise<ActivityRow[]> {
  const channel = sql`coalesce(r."channel", 'form')`
  const path = sql`coalesce(first."pathAfter", first."pathBefore", '')`
  const columns = { id: sql`v."id"`, at: sql`v."createdAt"`, what: path, channel }
  return db.$queryRaw<ActivityRow[]>`
    SELECT v."id", v."createdAt" AS "at", o."name" AS "organisation", coalesce(u."name", 'Someone') AS "person",
           ${path} AS "what", v."kind" AS "state", ${channel} AS "channel", v."runId", v."planRunId",
           (SELECT count(*)::int FROM "VaultChange" c WHERE c."operationId" = v."id") AS "changes",
           NULL::bigint AS "chargedMicros", NULL::timestamp AS "refundedAt"
    FROM "VaultOperation" v ${owners(sql`v`)}
    LEFT JOIN "Run" r ON r."id" = v."runId"
    LEFT JOIN LATERAL (
      SELECT c."pathAfter", c."pathBefore" FROM "VaultChange" c WHERE c."operationId" = v."id" ORDER BY c."isFolder", c."seq" LIMIT 1
    ) first ON TRUE
    WHERE ${conditions(columns, filter)}
    ORDER BY v."id" DESC LIMIT ${filter.take}`
}

type ActivityColumns = { id: Sql; at: Sql; what: Sql; channel: Sql }

function conditions(
  { id, at, what, channel }: ActivityColumns,
  filter: ActivityFilter,
  more: Sql[] = [],
): Sql {
  const contains = (text: Sql, part: string) => sql`strpos(lower(${text}), lower(${part}::text)) > 0`
  const all = [
    ...more,
    ...(filter.before ? [sql`${id} < ${filter.before}`] : []),
    ...(filter.organisation ? [contains(sql`o."name"`, filter.organisation)] : []),
    ...(filter.person
      ? [sql`(${contains(sql`u."name"`, filter.person)} OR ${contains(sql`u."email"`, filter.person)})`]
      : []),
    ...(filter.what ? [contains(what, filter.what)] : []),
    ...(filter.channel ? [sql`${channel} = ${filter.channel}`] : []),
    ...(filter.from ? [sql`${at} >= ${filter.from}`] : []),
    ...(filter.until ? [sql`${at} < ${filter.until}`] : []),
  ]
  return all.length > 0 ? sql.join(all, ' AND ') : sql`TRUE`
}

type WorkFigures = {
  runsQueued: number
  runsRunning: number
  oldestQueuedSeconds: number
  plansOpen: number
  microsReserved: number
  openPages: number
}

/** Reads indexes only; finished runs cost nothing. */
export async function measureWork(db: Database): Promise<WorkFigures> {
  const [row] = await db.$queryRaw<WorkFigures[]>`
    SELECT
      (SELECT count(*)::int FROM "Run" WHERE "state" = 'queued') AS "runsQueued",
      (SELECT count(*)::int FROM "Run" WHERE "state" = 'running') AS "runsRunning",
      (SELECT coalesce(extract(epoch FROM (now() AT TIME ZONE 'UTC') - min("createdAt")), 0)::float8
        FROM "Run" WHERE "state" = 'queued') AS "oldestQueuedSeconds",
      (SELECT count(*)::int FROM "PlanRun" WHERE "state" IN ('waiting', 'queued', 'running')) AS "plansOpen",
      (SELECT coalesce(sum("balanceMicros"), 0)::float8 FROM "LedgerAccount" WHERE "kind" = 'hold') AS "microsReserved",
      (SELECT count(*)::int FROM "OpenPage") AS "openPages"`
  return row!
}
