/** Whom a recall reaches. Each organisation has one row, whatever led to it. */
import type { RecallReach, RecallSecret, RunState } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { ReachWay } from '../model/reach-ways.ts'
import { type RecallRow, runsOfRecall } from './recalls.ts'

type Reached = { recallId: string; way: ReachWay; exceptId: string }

/** Adds the organisations that `rows` selects as "organisationId", once each. */
async function addReached(db: Database, { recallId, way, exceptId }: Reached, rows: Sql): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "RecallReach" ("recallId", "organisationId", "ways")
    SELECT DISTINCT ${recallId}, found."organisationId", ARRAY[${way}::text] FROM (${rows}) AS found
    JOIN "Organisation" AS o ON o."id" = found."organisationId"
    WHERE found."organisationId" <> ${exceptId}
    ON CONFLICT ("recallId", "organisationId") DO UPDATE SET "ways" =
      CASE WHEN "RecallReach"."ways" @> EXCLUDED."ways" THEN "RecallReach"."ways"
        ELSE "RecallReach"."ways" || EXCLUDED."ways" END`
}

type ReachedBy = Omit<Reached, 'way'>

export function addRunners(db: Database, reached: ReachedBy, recall: RecallRow): Promise<void> {
  return addReached(
    db,
    { ...reached, way: 'ran' },
    sql`SELECT DISTINCT run."organisationId" FROM "Run" AS run WHERE ${runsOfRecall(recall)}`,
  )
}

export type InstalledPair = { versionId: string; number: string; range: string | null }

/** Returns each pair of a version and a range with which the SkillSet is installed. */
export function listInstalledPairs(db: Database, skillSetId: string): Promise<InstalledPair[]> {
  return db.$queryRaw<InstalledPair[]>`
    SELECT DISTINCT i."versionId", v."number", i."range" FROM "Install" AS i
    JOIN "Version" AS v ON v."id" = i."versionId" WHERE i."skillSetId" = ${skillSetId}`
}

export function addInstallers(
  db: Database,
  reached: ReachedBy,
  { skillSetId, pairs }: { skillSetId: string; pairs: readonly InstalledPair[] },
): Promise<void> {
  if (pairs.length === 0) return Promise.resolve()
  const ofPair = ({ versionId, range }: InstalledPair) =>
    sql`(i."versionId" = ${versionId} AND i."range" IS NOT DISTINCT FROM ${range}::text)`
  return addReached(
    db,
    { ...reached, way: 'installed' },
    sql`SELECT i."organisationId" FROM "Install" AS i
      WHERE i."skillSetId" = ${skillSetId} AND (${sql.join(pairs.map(ofPair), ' OR ')})`,
  )
}

/** Adds those who installed one of the numbers at some time, as the audit log has it, also if they removed it. */
export function addFormerInstallers(
  db: Database,
  reached: ReachedBy,
  { skillSetId, numbers }: { skillSetId: string; numbers: readonly string[] },
): Promise<void> {
  return addReached(
    db,
    { ...reached, way: 'installed' },
    sql`SELECT e."data"->>'organisationId' AS "organisationId" FROM "AuditEvent" AS e
      WHERE e."subjectType" = 'skill_set' AND e."subjectId" = ${skillSetId}
        AND e."action" IN ('install.add', 'install.upgrade')
        AND substring(e."subject" FROM ' ([^ ]+)$') = ANY(${[...numbers]})`,
  )
}

/** Returns the versions of the SkillSet that toolsets agreed to. */
export async function listAgreedVersions(
  db: Database,
  skillSetId: string,
): Promise<{ id: string; number: string }[]> {
  return db.version.findMany({
    where: { skillSetId, toolsetSkills: { some: {} } },
    select: { id: true, number: true },
  })
}

export function addToolsets(db: Database, reached: ReachedBy, versionIds: readonly string[]): Promise<void> {
  return addReached(
    db,
    { ...reached, way: 'toolset' },
    sql`SELECT t."organisationId" FROM "ToolsetSkill" AS s JOIN "Toolset" AS t ON t."id" = s."toolsetId"
      WHERE s."versionId" = ANY(${[...versionIds]})`,
  )
}

/** Adds those who entered settings for the SkillSet, or let it use a connected account. */
export function addConfigured(db: Database, reached: ReachedBy, skillSetId: string): Promise<void> {
  return addReached(
    db,
    { ...reached, way: 'config' },
    sql`SELECT "organisationId" FROM "ConfigValue" WHERE "skillSetId" = ${skillSetId}
      UNION ALL SELECT "organisationId" FROM "IntegrationUse" WHERE "skillSetId" = ${skillSetId}`,
  )
}

/** Adds those whose API keys are limited to the SkillSet or one of its skills. */
export function addKeys(db: Database, reached: ReachedBy, names: readonly string[]): Promise<void> {
  return addReached(
    db,
    { ...reached, way: 'key' },
    sql`SELECT k."organisationId" FROM "ApiKey" AS k WHERE k."revokedAt" IS NULL AND (
      k."skillSets" && ${[...names]}::text[]
      OR EXISTS (SELECT FROM unnest(k."skills") AS skill WHERE ${isOfSkillSet(sql`skill`, names)}))`,
  )
}

export function addPresets(db: Database, reached: ReachedBy, skillSetId: string): Promise<void> {
  return addReached(
    db,
    { ...reached, way: 'preset' },
    sql`SELECT "organisationId" FROM "Preset" WHERE "skillSetId" = ${skillSetId}`,
  )
}

/** Whether a skill's name is one of a SkillSet with these names, current or former. */
function isOfSkillSet(name: Sql, names: readonly string[]): Sql {
  return sql`EXISTS (SELECT FROM unnest(${[...names]}::text[]) AS of(name) WHERE starts_with(${name}, of.name || '.'))`
}

type PlanDocumentRow = { id: string; organisationId: string; document: Json }

/** Returns saved plans that mention one of the names somewhere, after `after`, in the order of their ids. */
export function listMentioningPlans(
  db: Database,
  { names, after, take }: { names: readonly string[]; after: string; take: number },
): Promise<PlanDocumentRow[]> {
  return db.$queryRaw<PlanDocumentRow[]>`
    SELECT "id", "organisationId", "document" FROM "SavedPlan"
    WHERE "id" > ${after} AND EXISTS (
      SELECT FROM unnest(${[...names]}::text[]) AS of(name) WHERE position('"' || of.name || '.' IN "document"::text) > 0)
    ORDER BY "id" LIMIT ${take}::int`
}

export async function addPlans(db: Database, reached: ReachedBy, planIds: readonly string[]): Promise<void> {
  const ids = [...planIds]
  await addReached(
    db,
    { ...reached, way: 'plan' },
    sql`SELECT "organisationId" FROM "SavedPlan" WHERE "id" = ANY(${ids})`,
  )
  await addReached(
    db,
    { ...reached, way: 'automation' },
    sql`SELECT "organisationId" FROM "Automation" WHERE "savedPlanId" = ANY(${ids})`,
  )
}

type AutomationOf = { id: string; skillName: string; version: string | null }

export function listAutomationsOf(
  db: Database,
  { names, after, take }: { names: readonly string[]; after: string; take: number },
): Promise<AutomationOf[]> {
  return db.$queryRaw<AutomationOf[]>`
    SELECT "id", "skillName", "version" FROM "Automation"
    WHERE "id" > ${after} AND "skillName" IS NOT NULL AND ${isOfSkillSet(sql`"skillName"`, names)}
    ORDER BY "id" LIMIT ${take}::int`
}

export function addAutomations(db: Database, reached: ReachedBy, ids: readonly string[]): Promise<void> {
  return addReached(
    db,
    { ...reached, way: 'automation' },
    sql`SELECT "organisationId" FROM "Automation" WHERE "id" = ANY(${[...ids]})`,
  )
}

/** Returns organisations after `after` that are not told yet. */
export async function listUntold(
  db: Database,
  recallId: string,
  { after, take }: { after: string; take: number },
): Promise<string[]> {
  const rows = await db.recallReach.findMany({
    where: { recallId, toldAt: null, organisationId: { gt: after } },
    select: { organisationId: true },
    orderBy: { organisationId: 'asc' },
    take,
  })
  return rows.map(({ organisationId }) => organisationId)
}

type ReachKey = { recallId: string; organisationId: string }

/**
 * Marks organisations as told, with how often each ran the versions and which secrets left for which hosts. Returns those
 * that this call has marked: another worker may have told the others.
 */
export async function markTold(
  tx: Tx,
  recall: RecallRow,
  organisationIds: readonly string[],
): Promise<{ organisationId: string; runs: number }[]> {
  const told = await tx.$queryRaw<{ organisationId: string; runs: number }[]>`
    UPDATE "RecallReach" AS reach SET "toldAt" = ${new Date()}, "runs" = (
      SELECT count(*) FROM "Run" AS run WHERE run."organisationId" = reach."organisationId" AND ${runsOfRecall(recall)}
    ) WHERE "recallId" = ${recall.id} AND "organisationId" = ANY(${[...organisationIds]}) AND "toldAt" IS NULL
    RETURNING "organisationId", "runs"`
  const ids = told.filter(({ runs }) => runs > 0).map(({ organisationId }) => organisationId)
  if (ids.length > 0) await addSentSecrets(tx, recall, sql`run."organisationId" = ANY(${ids})`)
  return told
}

/** Adds what runs sent that ended after their organisations were told, such as those that the recall stopped. */
export function addLateSecrets(db: Database, recall: RecallRow): Promise<void> {
  return addSentSecrets(
    db,
    recall,
    sql`EXISTS (SELECT FROM "RecallReach" AS reach WHERE reach."recallId" = ${recall.id}
      AND reach."organisationId" = run."organisationId" AND reach."toldAt" IS NOT NULL)`,
  )
}

async function addSentSecrets(db: Database | Tx, recall: RecallRow, condition: Sql): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "RecallSecret" ("recallId", "organisationId", "key", "host", "runs")
    SELECT ${recall.id}, run."organisationId", split_part(sent, ' ', 1), split_part(sent, ' ', 2), count(*)
    FROM "Run" AS run, unnest(run."sentSecrets") AS sent
    WHERE ${condition} AND ${runsOfRecall(recall)}
    GROUP BY 2, 3, 4
    ON CONFLICT ("recallId", "organisationId", "key", "host") DO UPDATE SET "runs" = EXCLUDED."runs"
      WHERE "RecallSecret"."runs" <> EXCLUDED."runs"`
}

/** Returns who started the affected runs of these organisations and still belongs to them. */
export async function listRunners(
  tx: Tx,
  recall: RecallRow,
  organisationIds: readonly string[],
): Promise<{ organisationId: string; userId: string }[]> {
  if (organisationIds.length === 0) return []
  return tx.$queryRaw<{ organisationId: string; userId: string }[]>`
    SELECT DISTINCT run."organisationId", run."userId" FROM "Run" AS run
    JOIN "Membership" AS m ON m."organisationId" = run."organisationId" AND m."userId" = run."userId"
    WHERE run."organisationId" = ANY(${[...organisationIds]}) AND ${runsOfRecall(recall)}`
}

/** Returns organisations that were told of a recall and not of its retraction. */
export async function listUntoldOfRetraction(
  db: Database,
  recallId: string,
  { after, take }: { after: string; take: number },
): Promise<string[]> {
  const rows = await db.recallReach.findMany({
    where: { recallId, toldAt: { not: null }, retractToldAt: null, organisationId: { gt: after } },
    select: { organisationId: true },
    orderBy: { organisationId: 'asc' },
    take,
  })
  return rows.map(({ organisationId }) => organisationId)
}

/** Marks organisations as told of a retraction. Returns those that this call has marked. */
export async function markToldOfRetraction(
  tx: Tx,
  recallId: string,
  organisationIds: readonly string[],
): Promise<string[]> {
  const told = await tx.$queryRaw<{ organisationId: string }[]>`
    UPDATE "RecallReach" SET "retractToldAt" = ${new Date()} WHERE "recallId" = ${recallId}
      AND "organisationId" = ANY(${[...organisationIds]}) AND "toldAt" IS NOT NULL AND "retractToldAt" IS NULL
    RETURNING "organisationId"`
  return told.map(({ organisationId }) => organisationId)
}

export type ReachRow = RecallReach & { secrets: RecallSecret[] }

export function findRecallReach(db: Database | Tx, key: ReachKey): Promise<ReachRow | null> {
  return db.recallReach.findUnique({
    where: { recallId_organisationId: key },
    include: { secrets: { orderBy: [{ key: 'asc' }, { host: 'asc' }] } },
  })
}

export async function markOpened(
  db: Database,
  { recallId, organisationId }: ReachKey,
  at: Date,
): Promise<void> {
  await db.recallReach.updateMany({
    where: { recallId, organisationId, openedAt: null },
    data: { openedAt: at },
  })
}

type Rotation = { rotatedAt: Date | null; rotatedById: string | null }

/** Returns false if there is no such secret. */
export async function saveRotation(
  tx: Tx,
  key: ReachKey & { key: string; host: string },
  rotation: Rotation,
): Promise<boolean> {
  return (await tx.recallSecret.updateMany({ where: key, data: rotation })).count === 1
}

export type OwnRecallRow = RecallReach & {
  recall: RecallRow
  secrets: Pick<RecallSecret, 'rotatedAt'>[]
}

/** Returns the recalls that reach an organisation, the newest first. */
export function listOwnRecalls(db: Database, organisationId: string, take: number): Promise<OwnRecallRow[]> {
  return db.recallReach.findMany({
    where: { organisationId, toldAt: { not: null } },
    include: { recall: true, secrets: { select: { rotatedAt: true } } },
    orderBy: { toldAt: 'desc' },
    take,
  })
}

export type ReachCounts = {
  reached: number
  told: number
  opened: number
  /** With secrets to rotate, and those of them that rotated all. */
  toRotate: number
  rotated: number
  refundedRuns: number
  refundedMicros: bigint
}

export async function countReach(db: Database, recallId: string): Promise<ReachCounts> {
  const [row] = await db.$queryRaw<ReachCounts[]>`
    SELECT count(*)::int AS "reached", count("toldAt")::int AS "told", count("openedAt")::int AS "opened",
      count(*) FILTER (WHERE secret."total" > 0)::int AS "toRotate",
      count(*) FILTER (WHERE secret."total" > 0 AND secret."total" = secret."rotated")::int AS "rotated",
      coalesce(sum("refundedRuns"), 0)::int AS "refundedRuns", coalesce(sum("refundedMicros"), 0)::bigint AS "refundedMicros"
    FROM "RecallReach" AS reach LEFT JOIN LATERAL (
      SELECT count(*) AS "total", count("rotatedAt") AS "rotated" FROM "RecallSecret" AS s
      WHERE s."recallId" = reach."recallId" AND s."organisationId" = reach."organisationId"
    ) AS secret ON true WHERE reach."recallId" = ${recallId}`
  return row!
}

export type RefundableRun = { id: string; rootRunId: string | null; organisationId: string }

/** Returns charged runs of the recalled versions that are not refunded, after `after`, of customers. */
export function listRefundableRuns(
  db: Database,
  recall: RecallRow,
  { after, take }: { after: string; take: number },
): Promise<RefundableRun[]> {
  return db.$queryRaw<RefundableRun[]>`
    SELECT run."id", run."rootRunId", run."organisationId" FROM "Run" AS run
    WHERE ${runsOfRecall(recall)} AND run."id" > ${after} AND run."chargedMicros" > 0 AND run."refundedAt" IS NULL
    ORDER BY run."id" LIMIT ${take}::int`
}

export async function addRefund(
  tx: Tx,
  { recallId, organisationId }: ReachKey,
  refundedMicros: bigint,
): Promise<void> {
  await tx.recallReach.updateMany({
    where: { recallId, organisationId },
    data: { refundedRuns: { increment: 1 }, refundedMicros: { increment: refundedMicros } },
  })
}

export type AffectedRun = {
  id: string
  skillName: string
  versionNumber: string
  state: RunState
  createdAt: Date
  userName: string
  chargedMicros: bigint | null
  refundedAt: Date | null
  parentRunId: string | null
  parentSkill: string | null
  planRunId: string | null
}

export function listAffectedRuns(
  db: Database,
  recall: RecallRow,
  { organisationId, take }: { organisationId: string; take: number },
): Promise<AffectedRun[]> {
  return db.$queryRaw<AffectedRun[]>`
    SELECT run."id", run."skillName", run."versionNumber", run."state"::text AS "state", run."createdAt",
      u."name" AS "userName", run."chargedMicros", run."refundedAt", run."parentRunId",
      parent."skillName" AS "parentSkill", coalesce(run."planRunId", root."planRunId") AS "planRunId"
    FROM "Run" AS run JOIN "User" AS u ON u."id" = run."userId"
    LEFT JOIN "Run" AS parent ON parent."id" = run."parentRunId"
    LEFT JOIN "Run" AS root ON root."id" = run."rootRunId"
    WHERE run."organisationId" = ${organisationId} AND ${runsOfRecall(recall)}
    ORDER BY run."id" DESC LIMIT ${take}::int`
}

/** What left for hosts in the newest affected runs; `untold` are those whose requests were deleted. */
export type AffectedRequests = {
  runs: number
  untold: number
  hosts: { host: string; bytes: number; runs: number }[]
}

/** Sums what the newest affected runs of an organisation sent to hosts, the most first. Refused requests did not leave. */
export async function sumAffectedRequests(
  db: Database,
  recall: RecallRow,
  { organisationId, take }: { organisationId: string; take: number },
): Promise<AffectedRequests> {
  const [row] = await db.$queryRaw<AffectedRequests[]>`
    WITH affected AS MATERIALIZED (
      SELECT run."id", run."requests", run."purgedAt" IS NOT NULL AS "isPurged" FROM "Run" AS run
      WHERE run."organisationId" = ${organisationId} AND ${runsOfRecall(recall)}
      ORDER BY run."id" DESC LIMIT ${take}::int),
    sent AS (
      SELECT request->>'host' AS "host", sum((request->>'sentBytes')::float8) AS "bytes",
        count(DISTINCT affected."id")::int AS "runs"
      FROM affected CROSS JOIN json_array_elements(
        CASE WHEN json_typeof(affected."requests") = 'array' THEN affected."requests" END) AS request
      WHERE request->>'refused' IS NULL GROUP BY request->>'host')
    SELECT count(*)::int AS "runs", count(*) FILTER (WHERE "isPurged")::int AS "untold",
      coalesce((SELECT json_agg(sent ORDER BY sent."bytes" DESC, sent."host") FROM sent), '[]') AS "hosts"
    FROM affected`
  return row!
}

export type AffectedVaultChange = {
  operationId: string
  runId: string
  at: Date
  isUndone: boolean
  paths: string[]
}

const MAX_DEPTH = 30

/** Returns the changes of the vault that affected runs made, by themselves or with what they called, at any depth. */
export function listAffectedVaultChanges(
  db: Database,
  recall: RecallRow,
  { organisationId, take }: { organisationId: string; take: number },
): Promise<AffectedVaultChange[]> {
  return db.$queryRaw<AffectedVaultChange[]>`
    WITH RECURSIVE affected AS (
      SELECT run."id", coalesce(run."rootRunId", run."id") AS "root", 0 AS "depth" FROM "Run" AS run
      WHERE run."organisationId" = ${organisationId} AND ${runsOfRecall(recall)}
      UNION SELECT called."id", affected."root", affected."depth" + 1 FROM affected
      JOIN "Run" AS called ON called."rootRunId" = affected."root" AND called."parentRunId" = affected."id"
      WHERE affected."depth" < ${MAX_DEPTH}::int
    )
    SELECT op."id" AS "operationId", op."runId", op."createdAt" AS "at", op."undoneById" IS NOT NULL AS "isUndone",
      ARRAY(SELECT DISTINCT coalesce(change."pathAfter", change."pathBefore") FROM "VaultChange" AS change WHERE change."operationId" = op."id" LIMIT 20) AS "paths"
    FROM (SELECT DISTINCT "id" FROM affected) AS writer JOIN "VaultOperation" AS op ON op."runId" = writer."id"
    WHERE op."organisationId" = ${organisationId}
    ORDER BY op."id" DESC LIMIT ${take}::int`
}
