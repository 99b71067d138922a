/** Rollouts, their audience, and what the runs of both versions tell. */
import type { Prisma } from '../../kernel/db/generated/client.ts'
import { dataColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'
import { SKILL_FAULTS } from '../../runs/model/skill-faults.ts'
import { runIdAt } from '../../runs/rows/run-history.ts'
import type { RolloutFigures } from '../model/judge-rollout.ts'

const fields = {
  id: true,
  versionId: true,
  skillSetId: true,
  oldVersionId: true,
  oldVersion: { select: { number: true } },
  state: true,
  step: true,
  share: true,
  audience: true,
  startedAt: true,
  steppedAt: true,
  askedAt: true,
  judgedAt: true,
  figures: true,
  endedAt: true,
  outcome: true,
  reason: true,
} satisfies Prisma.RolloutSelect

export type RolloutOutcome = 'succeeded' | 'failed' | 'inconclusive' | 'person'

export type RolloutRow = Omit<
  Prisma.RolloutGetPayload<{ select: typeof fields }>,
  'figures' | 'outcome' | 'oldVersion'
> & {
  figures: RolloutFigures | null
  outcome: RolloutOutcome | null
  oldNumber: string | null
}

function asRow(row: Prisma.RolloutGetPayload<{ select: typeof fields }>): RolloutRow {
  const { figures, outcome, oldVersion, ...rest } = row
  return {
    ...rest,
    figures: figures as RolloutFigures | null,
    outcome: outcome as RolloutOutcome | null,
    oldNumber: oldVersion?.number ?? null,
  }
}

export async function findRollout(db: Database | Tx, versionId: string): Promise<RolloutRow | null> {
  const row = await db.rollout.findUnique({ where: { versionId }, select: fields })
  return row && asRow(row)
}

export async function listRollouts(db: Database | Tx, skillSetId: string): Promise<RolloutRow[]> {
  return (await db.rollout.findMany({ where: { skillSetId }, select: fields })).map(asRow)
}

/** Locks the rollout of a version until the transaction ends, and returns it; null if there is none. */
export async function lockRollout(tx: Tx, versionId: string): Promise<RolloutRow | null> {
  await tx.$queryRaw`SELECT "id" FROM "Rollout" WHERE "versionId" = ${versionId} FOR UPDATE`
  return findRollout(tx, versionId)
}

type NewRollout = {
  id: string
  versionId: string
  skillSetId: string
  oldVersionId: string | null
  share: number
  audience: number
  startedAt: Date
}

export async function insertRollout(tx: Tx, rollout: NewRollout): Promise<void> {
  await tx.rollout.createMany({ data: [{ ...rollout, steppedAt: rollout.startedAt }] })
}

type RolloutChange = Partial<
  Pick<
    RolloutRow,
    'state' | 'step' | 'share' | 'audience' | 'steppedAt' | 'askedAt' | 'endedAt' | 'outcome' | 'reason'
  >
> & { endedById?: string | null }

export async function updateRollout(tx: Tx, id: string, change: RolloutChange): Promise<void> {
  await tx.rollout.update({ where: { id }, data: change, select: { id: true } })
}

export async function storeFigures(db: Database | Tx, id: string, figures: RolloutFigures): Promise<void> {
  await db.rollout.updateMany({ where: { id }, data: { figures: dataColumn(figures) } })
}

/** Marks a version as returned, whether or not it was rolled out. */
export async function upsertReturn(
  tx: Tx,
  version: { id: string; versionId: string; skillSetId: string; oldVersionId: string | null },
  end: { endedAt: Date; reason: string; outcome: RolloutOutcome; endedById: string | null },
): Promise<void> {
  const { id, versionId, skillSetId, oldVersionId } = version
  await tx.rollout.upsert({
    where: { versionId },
    create: { id, versionId, skillSetId, oldVersionId, state: 'returned', ...end },
    update: { state: 'returned', oldVersionId, ...end },
    select: { id: true },
  })
}

/** Freezes rollouts of versions: those who have one of them keep it, nobody else gets it. */
export async function supersedeRollouts(tx: Tx, versionIds: readonly string[]): Promise<void> {
  await tx.rollout.updateMany({
    where: { versionId: { in: [...versionIds] }, state: 'rolling' },
    data: { state: 'superseded', endedAt: new Date() },
  })
}

export async function setRelease(tx: Tx, versionId: string, release: string | null): Promise<void> {
  await tx.version.update({ where: { id: versionId }, data: { release }, select: { id: true } })
}

export async function findRelease(db: Database | Tx, versionId: string): Promise<string | null> {
  const row = await db.version.findUnique({ where: { id: versionId }, select: { release: true } })
  return row?.release ?? null
}

/** Returns the rollouts that were not judged since `before`, the oldest first. */
export async function listDueRollouts(
  db: Database,
  { before, now, take }: { before: Date; now: Date; take: number },
): Promise<RolloutRow[]> {
  const rows = await db.rollout.findMany({
    where: {
      state: 'rolling',
      startedAt: { lte: now },
      OR: [{ judgedAt: null }, { judgedAt: { lt: before } }],
    },
    select: fields,
    orderBy: { judgedAt: { sort: 'asc', nulls: 'first' } },
    take,
  })
  return rows.map(asRow)
}

/** Returns false if another process judges it. */
export async function claimRollout(db: Database, { id, judgedAt }: RolloutRow, now: Date): Promise<boolean> {
  return (await db.rollout.updateMany({ where: { id, judgedAt }, data: { judgedAt: now } })).count === 1
}

/** Organisations that have a member in common with the publisher: their runs could be the publisher's own. */
const OF_PUBLISHER = (organisationId: string) => sql`(
  SELECT theirs."organisationId" FROM "Membership" AS own
  JOIN "Membership" AS theirs ON theirs."userId" = own."userId" WHERE own."organisationId" = ${organisationId})`

/** Returns the organisations that ran the SkillSet since a day, without those that have to do with its publisher. */
export async function listAudience(
  db: Database | Tx,
  {
    skillSetId,
    publisherOrganisationId,
    since,
  }: {
    skillSetId: string
    publisherOrganisationId: string
    since: Date
  },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ organisationId: string }[]>`
    SELECT DISTINCT "organisationId" FROM "SkillCustomer"
    WHERE "skillSetId" = ${skillSetId} AND "lastDay" >= ${since}::date
      AND "organisationId" NOT IN ${OF_PUBLISHER(publisherOrganisationId)}`
  return rows.map(({ organisationId }) => organisationId)
}

export type OutcomeRow = {
  organisationId: string
  /** "2027-01-31", UTC. */
  day: string
  /** after: of the new version · before: of the old one, in the same days · own: earlier, by those who have the new one. */
  kind: 'after' | 'before' | 'own'
  faults: number
  successes: number
}

/** Runs of one organisation that count on one day, so that none outweighs all others. */
const RUNS_OF_A_DAY = 20
const OWN_RUNS = 100
/** Older runs of a rollout are left out: a SkillSet with so many is judged by the latest. */
const MOST_RUNS = 50_000

/** Cancelled runs, wrong inputs, refused permissions, failures of this site and time limits of the caller are neither. */
const IS_FAULT = sql`(run."state" IN ('failed', 'timed_out')
  AND NOT (run."state" = 'timed_out' AND run."timeoutMs" IS NOT NULL)
  AND "json_field"(run."error", 'code') = ANY(${[...SKILL_FAULTS]})
  AND run."error"::text !~ '"keyword"\\s*:\\s*"refused"')`
const IS_SUCCESS = sql`run."state" IN ('succeeded', 'partial')`
const COUNTS = sql`run."mode" = 'production' AND run."parentRunId" IS NULL AND NOT run."dryRun"
  AND run."endedAt" IS NOT NULL AND run."terms" <> 'own'`

type OutcomeQuery = Pick<RolloutRow, 'skillSetId' | 'versionId' | 'oldVersionId' | 'startedAt'> & {
  publisherOrganisationId: string
  /** How far back the organisations' own earlier runs are looked up. */
  ownSince: Date
}

/** Returns the outcomes of runs that are the skill's, by organisation and day. */
export function listOutcomes(db: Database | Tx, query: OutcomeQuery): Promise<OutcomeRow[]> {
  const { skillSetId, versionId, oldVersionId, startedAt, ownSince, publisherOrganisationId } = query
  return db.$queryRaw<OutcomeRow[]>`
    WITH recent AS (
      SELECT run."id", run."organisationId", run."skillName", run."createdAt", run."versionId" = ${versionId} AS "isNew",
        ${IS_FAULT} AS "isFault", ${IS_SUCCESS} AS "isSuccess"
      FROM "Run" AS run
      WHERE run."skillSetId" = ${skillSetId} AND run."id" >= ${runIdAt(startedAt.getTime())}
        AND run."versionId" IN (${versionId}, ${oldVersionId ?? ''}) AND ${COUNTS}
        AND run."organisationId" NOT IN ${OF_PUBLISHER(publisherOrganisationId)}
      ORDER BY run."id" DESC LIMIT ${MOST_RUNS}
    ), earlier AS (
      SELECT run."id", run."organisationId", run."createdAt", ${IS_FAULT} AS "isFault", ${IS_SUCCESS} AS "isSuccess"
      FROM (SELECT DISTINCT "organisationId", "skillName" FROM recent WHERE "isNew") AS reached
      CROSS JOIN LATERAL (
        SELECT * FROM "Run" AS run
        WHERE run."organisationId" = reached."organisationId" AND run."skillName" = reached."skillName"
          AND run."id" >= ${runIdAt(ownSince.getTime())} AND run."versionId" <> ${versionId} AND ${COUNTS}
        ORDER BY run."id" DESC LIMIT ${OWN_RUNS}
      ) AS run
    ), counted AS (
      SELECT "id", "organisationId", "createdAt", "isFault", CASE WHEN "isNew" THEN 'after' ELSE 'before' END AS "kind"
      FROM recent WHERE "isFault" OR "isSuccess"
      UNION ALL
      SELECT "id", "organisationId", "createdAt", "isFault", 'own' FROM earlier WHERE "isFault" OR "isSuccess"
    ), numbered AS (
      SELECT *, to_char("createdAt", 'YYYY-MM-DD') AS "day", row_number() OVER (
        PARTITION BY "organisationId", "kind", "createdAt"::date ORDER BY "id"
      ) AS "place" FROM counted
    )
    SELECT "organisationId", "kind", "day", (count(*) FILTER (WHERE "isFault"))::int AS "faults",
      (count(*) FILTER (WHERE NOT "isFault"))::int AS "successes"
    FROM numbered WHERE "place" <= ${RUNS_OF_A_DAY} GROUP BY 1, 2, 3`
}
