import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { distinctValues, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Json } from '../../kernel/json/json.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import type { RunState } from '../model/run-states.ts'

const withOwners = {
  user: { select: { id: true, name: true } },
  skillSet: { select: { publisher: { select: { handle: true, organisationId: true } } } },
} satisfies Prisma.RunInclude

export type RunWithOwners = Prisma.RunGetPayload<{ include: typeof withOwners }>

export async function findRun(db: Database | Tx, id: string): Promise<RunWithOwners | null> {
  if (!isStorable(id)) return null
  return db.run.findUnique({ where: { id }, include: withOwners })
}

/** Returns the id of the version that ran; null for drafts, tools and code of the caller, and for an unknown run. */
export async function findRunVersion(db: Database | Tx, id: string): Promise<string | null> {
  const row = await db.run.findUnique({ where: { id }, select: { versionId: true } })
  return row?.versionId ?? null
}

type RunFilter = {
  organisationId: string
  userId?: string
  skillNames?: readonly string[]
  states?: RunState[]
  /** Absent for both modes. */
  mode?: 'development' | 'production'
  channel?: string
  /** Words of the input, the output, the error or the skill's name. */
  text?: string
  from?: Date
  to?: Date
  before?: string
  onlyRoots?: boolean
  take: number
}

const lineFields = {
  id: true,
  skillName: true,
  versionNumber: true,
  mode: true,
  channel: true,
  state: true,
  inputSummary: true,
  outputSummary: true,
  rerunOfId: true,
  error: true,
  durationMs: true,
  createdAt: true,
  priceMicros: true,
  holdMicros: true,
  chargedMicros: true,
  capturedMicros: true,
  refundedAt: true,
  user: { select: { id: true, name: true } },
} satisfies Prisma.RunSelect

export type RunLineRow = Prisma.RunGetPayload<{ select: typeof lineFields }>

/** Maximum difference between the clock that makes ids and the database's. */
const CLOCK_SKEW_MS = HOUR_MS

/** Ids begin with the time, so that a period is a range of the index. */
export function runIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `run_${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Runs that a search reads where no index helps; an organisation may have millions. */
const SEARCHED_RUNS = 2_000

type FoundRuns = {
  rows: RunLineRow[]
  /** Null if all runs were read. */
  searchedTo: string | null
}

/** A search by text or channel reads SEARCHED_RUNS runs. */
export async function listRunLines(db: Database | Tx, filter: RunFilter): Promise<FoundRuns> {
  const { states, text, channel, take } = filter
  const scope = toScopeFilter(filter)
  const isSearch = text !== undefined || channel !== undefined
  const stop = isSearch && (await findSearchEnd(db, scope))
  const where = {
    AND: [scope, ...(stop ? [{ id: { gte: stop.id } }] : [])],
    ...(states && { state: { in: states } }),
    channel,
  } satisfies Prisma.RunWhereInput
  const ids = text === undefined ? undefined : await findRunsContaining(db, where, { text, take })
  const rows = await db.run.findMany({
    where: ids ? { id: { in: ids } } : where,
    select: lineFields,
    orderBy: { id: 'desc' },
    take,
  })
  return { rows, searchedTo: stop ? stop.id : null }
}

export function listRunLinesById(db: Database | Tx, ids: readonly string[]): Promise<RunLineRow[]> {
  return db.run.findMany({ where: { id: { in: [...ids] } }, select: lineFields })
}

function toScopeFilter({ organisationId, userId, skillNames, mode, from, to, before, onlyRoots }: RunFilter) {
  return {
    organisationId,
    userId,
    ...(skillNames && { skillName: { in: [...skillNames] } }),
    mode,
    ...((from || to) && { createdAt: { gte: from, lte: to } }),
    id: {
      gte: from && runIdAt(from.getTime() - CLOCK_SKEW_MS),
      lt: before ?? (to && runIdAt(to.getTime() + CLOCK_SKEW_MS)),
    },
    ...(onlyRoots && { parentRunId: null }),
  } satisfies Prisma.RunWhereInput
}

/** As `toScopeFilter`, for statements. */
function toScopeCondition(filter: Omit<RunFilter, 'text' | 'take'>): Sql {
  const { organisationId, userId, skillNames, states, mode, channel, from, to, before, onlyRoots } = filter
  const all = sql`true`
  return sql`"organisationId" = ${organisationId}
    AND ${userId === undefined ? all : sql`"userId" = ${userId}`}
    AND ${skillNames ? sql`"skillName" = ANY(${[...skillNames]})` : all}
    AND ${states ? sql`"state" = ANY(${states}::"RunState"[])` : all}
    AND ${mode ? sql`"mode" = ${mode}` : all}
    AND ${channel === undefined ? all : sql`"channel" = ${channel}`}
    AND ${from ? sql`"createdAt" >= ${from} AND "id" >= ${runIdAt(from.getTime() - CLOCK_SKEW_MS)}` : all}
    AND ${to ? sql`"createdAt" <= ${to}` : all}
    AND ${before === undefined ? all : sql`"id" < ${before}`}
    AND ${onlyRoots ? sql`"parentRunId" IS NULL` : all}`
}

/** As `listRunLines` without a text, but without the runs of batches. Reads SEARCHED_RUNS runs, most of which may be of batches. */
export async function listRunLinesOutsideBatches(
  db: Database | Tx,
  filter: Omit<RunFilter, 'text'>,
): Promise<FoundRuns> {
  const newest = sql`SELECT "id" FROM "Run" WHERE ${toScopeCondition(filter)} ORDER BY "id" DESC`
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM (${newest} LIMIT ${SEARCHED_RUNS}) AS newest
    WHERE NOT EXISTS (SELECT FROM "BatchRow" WHERE "BatchRow"."runId" = newest."id")
    ORDER BY "id" DESC LIMIT ${filter.take}`
  const [stop] =
    found.length < filter.take
      ? await db.$queryRaw<{ id: string }[]>`${newest} OFFSET ${SEARCHED_RUNS - 1} LIMIT 1`
      : []
  const ids = found.map(({ id }) => id)
  const rows = await db.run.findMany({
    where: { id: { in: ids } },
    select: lineFields,
    orderBy: { id: 'desc' },
  })
  return { rows, searchedTo: stop?.id ?? null }
}

function findSearchEnd(db: Database | Tx, where: Prisma.RunWhereInput) {
  return db.run.findFirst({ where, select: { id: true }, orderBy: { id: 'desc' }, skip: SEARCHED_RUNS })
}

/** Of larger runs only the summaries are searched: reading all of them would take seconds. */
const MAX_SEARCHED_BYTES = 64 * 1024

/** Returns the newest runs, at most SEARCHED_RUNS of which are read, that contain the text. */
async function findRunsContaining(
  db: Database | Tx,
  where: Prisma.RunWhereInput,
  { text, take }: { text: string; take: number },
): Promise<string[]> {
  const read = await db.run.findMany({
    where,
    select: { id: true },
    orderBy: { id: 'desc' },
    take: SEARCHED_RUNS,
  })
  const contains = (part: string) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  const inText = contains(text)
  // The columns hold JSON, in which a quote or a line break is written with a backslash.
  const inJson = contains(JSON.stringify(text).slice(1, -1))
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Run" WHERE "id" = ANY(${read.map(({ id }) => id)}) AND (
      "inputSummary" ILIKE ${inText} OR "outputSummary" ILIKE ${inText} OR "skillName" ILIKE ${inText}
      OR "error"::text ILIKE ${inJson}
      OR CASE WHEN "storedBytes" <= ${MAX_SEARCHED_BYTES}
        THEN "input"::text ILIKE ${inJson} OR "output"::text ILIKE ${inJson} ELSE false END
    ) ORDER BY "id" DESC LIMIT ${take}`
  return found.map(({ id }) => id)
}

/** Returns those of the runs whose input equals that of the run that they were started from. */
export async function findUnchangedReruns(db: Database | Tx, ids: readonly string[]): Promise<Set<string>> {
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT r."id" FROM "Run" r JOIN "Run" source ON source."id" = r."rerunOfId"
    WHERE r."id" = ANY(${[...ids]}) AND r."skillName" = source."skillName"
      AND r."input"::text = source."input"::text`
  return new Set(found.map(({ id }) => id))
}

export type RunDayRow = { day: string; runs: number; failed: number; chargedMicros: bigint }

/** Counting more runs would delay the page. */
const MAX_COUNTED_RUNS_BY_DAY = 50_000

/**
 * Returns the runs of each UTC day from `from` on, as `listRunLines` selects them without text, of the newest
 * `max` runs. `isCut` is true if there are more.
 */
export async function countRunsByDay(
  db: Database | Tx,
  filter: Omit<RunFilter, 'text' | 'before' | 'take'>,
  max = MAX_COUNTED_RUNS_BY_DAY,
): Promise<{ days: RunDayRow[]; isCut: boolean }> {
  const found = await db.$queryRaw<(RunDayRow & { isCut: boolean })[]>`
    WITH found AS (
      SELECT "createdAt", "state", "refundedAt", "capturedMicros", "chargedMicros",
        row_number() OVER (ORDER BY "id" DESC) AS "place"
      FROM "Run" WHERE ${toScopeCondition(filter)}
      ORDER BY "id" DESC LIMIT ${max + 1}
    )
    SELECT to_char("createdAt", 'YYYY-MM-DD') AS "day", count(*)::int AS "runs",
      (count(*) FILTER (WHERE "state" IN ('failed', 'timed_out')))::int AS "failed",
      COALESCE(sum(CASE WHEN "refundedAt" IS NULL THEN COALESCE("capturedMicros", "chargedMicros") END), 0)::bigint
        AS "chargedMicros",
      (SELECT count(*) FROM found) > ${max} AS "isCut"
    FROM found WHERE "place" <= ${max} GROUP BY 1 ORDER BY 1`
  return { days: found.map(({ isCut: _, ...day }) => day), isCut: found[0]?.isCut ?? false }
}

export async function listRelatives(
  db: Database | Tx,
  run: { id: string; parentRunId: string | null; rootRunId: string | null },
  take: number,
): Promise<{ parent: RunLineRow | null; children: RunLineRow[] }> {
  const rootRunId = run.rootRunId ?? run.id
  const [parent, children] = await Promise.all([
    run.parentRunId ? db.run.findUnique({ where: { id: run.parentRunId }, select: lineFields }) : null,
    db.run.findMany({
      where: { rootRunId, parentRunId: run.id },
      select: lineFields,
      orderBy: { id: 'asc' },
      take,
    }),
  ])
  return { parent, children }
}

export function findLastCall(
  db: Database | Tx,
  { userId, organisationId }: { userId: string; organisationId: string },
): Promise<{ skillName: string; input: unknown } | null> {
  return db.run.findFirst({
    where: {
      organisationId,
      userId,
      mode: 'production',
      parentRunId: null,
      planRunId: null,
      purgedAt: null,
      // Ad-hoc code is not stored; repeating "repeat" would never end.
      skillName: { contains: '.', not: { startsWith: 'commands.' } },
    },
    select: { skillName: true, input: true },
    orderBy: { id: 'desc' },
  })
}

const MAX_SKILL_NAMES = 200

export function listRunSkillNames(db: Database | Tx, organisationId: string): Promise<string[]> {
  const rows = sql`"Run" WHERE "organisationId" = ${organisationId}`
  return distinctValues(db, { column: sql`"skillName"`, rows, take: MAX_SKILL_NAMES })
}

/** Runs that received or created the blob. */
export function listRunsWithBlob(
  db: Database | Tx,
  { organisationId, blobId }: { organisationId: string; blobId: string },
): Promise<{ keyId: string | null; skillName: string }[]> {
  const isNamed = [
    { inputBlobs: { has: blobId } },
    { outputBlobs: { has: blobId } },
    { outputBlobId: blobId },
  ]
  return db.run.findMany({
    where: { organisationId, OR: isNamed },
    select: { keyId: true, skillName: true },
    distinct: ['keyId', 'skillName'],
  })
}

export async function listRunInputs(db: Database, ids: string[]): Promise<{ id: string; input: Json }[]> {
  if (ids.length === 0) return []
  const rows = await db.run.findMany({ where: { id: { in: ids } }, select: { id: true, input: true } })
  return rows as { id: string; input: Json }[]
}

type PlanCallRow = { input: Json; output: Json; dryRun: boolean }

export async function listPlanCalls(
  db: Database | Tx,
  { planRunId, name, take }: { planRunId: string; name: string; take: number },
): Promise<PlanCallRow[]> {
  const rows = await db.run.findMany({
    where: { planRunId, skillName: name, state: 'succeeded' },
    orderBy: [{ endedAt: 'desc' }, { id: 'desc' }],
    select: { input: true, output: true, dryRun: true },
    take,
  })
  return rows as PlanCallRow[]
}
