/** What versions did in production, and the profiles of their examples. */
import { randomUUIDv7 } from 'node:crypto'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import {
  BEHAVIOUR_KINDS,
  type BehaviourKind,
  type BehaviourLine,
  type BehaviourProfile,
  keyOfLine,
} from '../model/behaviour-profile.ts'

/** Organisations from which on a line is shown to others than admins. More are not counted. */
export const SHOWN_FROM_ORGANISATIONS = 3

type LineRow = {
  skillSlug: string
  kind: string
  object: string
  runs: number
  calls: number
  sentBytes: bigint
  maxSentBytes: number
  receivedBytes: bigint
  status2xx: number
  status3xx: number
  status4xx: number
  status5xx: number
  refused: number
}

const lineFields = {
  skillSlug: true,
  kind: true,
  object: true,
  runs: true,
  calls: true,
  sentBytes: true,
  maxSentBytes: true,
  receivedBytes: true,
  status2xx: true,
  status3xx: true,
  status4xx: true,
  status5xx: true,
  refused: true,
} as const

function toLine(row: LineRow): BehaviourLine {
  const statuses = {
    '2xx': row.status2xx,
    '3xx': row.status3xx,
    '4xx': row.status4xx,
    '5xx': row.status5xx,
    refused: row.refused,
  }
  return {
    skill: row.skillSlug,
    // Only `toColumns` writes it.
    kind: (row.kind in BEHAVIOUR_KINDS ? row.kind : 'request') as BehaviourKind,
    object: row.object,
    ...{ runs: row.runs, calls: row.calls },
    sentBytes: Number(row.sentBytes),
    maxSentBytes: row.maxSentBytes,
    receivedBytes: Number(row.receivedBytes),
    statuses: Object.fromEntries(Object.entries(statuses).filter(([, count]) => count > 0)),
  }
}

/** Creates or replaces the profile of the examples: a version that is submitted again is another one. */
export async function storeExamplesProfile(
  tx: Tx,
  versionId: string,
  profile: BehaviourProfile,
): Promise<void> {
  const examples = jsonColumn(profile as Json)
  await tx.versionBehaviour.upsert({
    where: { versionId },
    create: { versionId, examples },
    update: { examples },
  })
}

export type StoredBehaviour = {
  /** Null for a version of an earlier release. */
  examples: BehaviourProfile | null
  production: BehaviourProfile
  pausedAt: Date | null
}

/** Returns what is known of a version, all lines; null if nothing is. */
export async function findBehaviour(db: Database | Tx, versionId: string): Promise<StoredBehaviour | null> {
  const [row, lines] = await Promise.all([
    db.versionBehaviour.findUnique({ where: { versionId } }),
    db.behaviourLine.findMany({
      where: { versionId },
      select: lineFields,
      orderBy: [{ firstSeenAt: 'asc' }, { id: 'asc' }],
    }),
  ])
  if (!row && lines.length === 0) return null
  const { examples = null, runs = 0, cpuMs = 0n, maxCpuMs = 0, maxMemoryMb = 0, pausedAt = null } = row ?? {}
  return {
    // Only `storeExamplesProfile` writes it.
    examples: examples as BehaviourProfile | null,
    production: { runs, cpuMs: Number(cpuMs), maxCpuMs, maxMemoryMb, lines: lines.map(toLine) },
    pausedAt,
  }
}

/** Returns null for a version of an earlier release. */
export async function findExamplesProfile(
  db: Database | Tx,
  versionId: string,
): Promise<BehaviourProfile | null> {
  const row = await db.versionBehaviour.findUnique({ where: { versionId }, select: { examples: true } })
  return (row?.examples ?? null) as BehaviourProfile | null
}

/** Returns the lines of production that enough organisations have caused. */
export async function listShownLines(db: Database | Tx, versionId: string): Promise<BehaviourLine[]> {
  const rows = await db.behaviourLine.findMany({
    where: { versionId, organisations: { gte: SHOWN_FROM_ORGANISATIONS } },
    select: lineFields,
    orderBy: [{ firstSeenAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toLine)
}

export type KnownBehaviour = {
  /** Keys of lines, see `keyOfLine`. */
  keys: string[]
  /** How many of them are of production. */
  productionLines: number
  /** Whether what is not among them is a first. */
  hasBaseline: boolean
}

/** Where no examples ran, as for versions of an earlier release, the first runs are the baseline. */
const BASELINE_RUNS = 50

/**
 * Returns what a version is known to do, also by the approved version with which it was compared; null for a version that does
 * not exist any more.
 */
export async function findKnownBehaviour(db: Database, versionId: string): Promise<KnownBehaviour | null> {
  const version = await db.version.findUnique({ where: { id: versionId }, select: { id: true } })
  if (!version) return null
  const own = await findBehaviour(db, versionId)
  const baseId = await findBaseId(db, versionId)
  const base = baseId === null ? null : await findBehaviour(db, baseId)
  const production = own?.production.lines ?? []
  const known = [production, own?.examples?.lines, base?.production.lines, base?.examples?.lines]
  return {
    keys: known.flatMap((lines = []) => lines.map(keyOfLine)),
    productionLines: production.length,
    hasBaseline: (own?.examples?.runs ?? 0) > 0 || (own?.production.runs ?? 0) >= BASELINE_RUNS,
  }
}

/** Returns the version with which the last submission was compared; null if there was none. */
async function findBaseId(db: Database, versionId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ baseId: string | null }[]>`
    SELECT "checks" -> 'base' ->> 'versionId' AS "baseId" FROM "Submission"
    WHERE "versionId" = ${versionId} ORDER BY "revision" DESC LIMIT 1`
  return row?.baseId ?? null
}

export type CountedVersion = {
  versionId: string
  runs: number
  cpuMs: number
  maxCpuMs: number
  maxMemoryMb: number
  lines: readonly (BehaviourLine & { isFirstEver: boolean })[]
}

/**
 * Adds to the counts of versions. Returns the versions that did something for the first time, so that nobody had counted it
 * before. Versions that were deleted meanwhile are left out.
 */
export async function addBehaviour(tx: Tx, counted: readonly CountedVersion[], now: Date): Promise<string[]> {
  // In one order, so that two processes that write at once cannot deadlock.
  const versions = [...counted].sort((one, other) => (one.versionId < other.versionId ? -1 : 1))
  const of = <Value>(read: (version: CountedVersion) => Value) => versions.map(read)
  await tx.$executeRaw`
    INSERT INTO "VersionBehaviour" AS counted ("versionId", "runs", "cpuMs", "maxCpuMs", "maxMemoryMb")
    SELECT seen."versionId", seen."runs", seen."cpuMs", seen."maxCpuMs", seen."maxMemoryMb"
    FROM unnest(${of((each) => each.versionId)}::text[], ${of((each) => each.runs)}::int[],
      ${of((each) => BigInt(each.cpuMs))}::bigint[], ${of((each) => each.maxCpuMs)}::int[],
      ${of((each) => each.maxMemoryMb)}::int[]) AS seen("versionId", "runs", "cpuMs", "maxCpuMs", "maxMemoryMb")
    JOIN "Version" AS version ON version."id" = seen."versionId"
    ORDER BY 1
    ON CONFLICT ("versionId") DO UPDATE SET "runs" = counted."runs" + excluded."runs",
      "cpuMs" = counted."cpuMs" + excluded."cpuMs",
      "maxCpuMs" = greatest(counted."maxCpuMs", excluded."maxCpuMs"),
      "maxMemoryMb" = greatest(counted."maxMemoryMb", excluded."maxMemoryMb")`

  const lines = versions
    .flatMap(({ versionId, lines: own }) => own.map((line) => ({ versionId, ...line })))
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  if (lines.length === 0) return []
  const each = <Value>(read: (line: (typeof lines)[number]) => Value) => lines.map(read)
  const inserted = await tx.$queryRaw<{ versionId: string; isNew: boolean; isFirstEver: boolean }[]>`
    INSERT INTO "BehaviourLine" AS counted ("id", "versionId", "skillSlug", "kind", "object", "runs", "calls", "sentBytes",
      "maxSentBytes", "receivedBytes", "status2xx", "status3xx", "status4xx", "status5xx", "refused", "organisationDigests",
      "isFirstEver", "firstSeenAt", "lastSeenAt")
    SELECT seen."id", seen."versionId", seen."skillSlug", seen."kind", seen."object", seen."runs", seen."calls",
      seen."sentBytes", seen."maxSentBytes", seen."receivedBytes", seen."status2xx", seen."status3xx", seen."status4xx",
      seen."status5xx", seen."refused", '{}', seen."isFirstEver", ${now}, ${now}
    FROM unnest(${each(() => randomUUIDv7())}::text[], ${each((line) => line.versionId)}::text[],
      ${each((line) => line.skill)}::text[], ${each((line) => line.kind)}::text[], ${each((line) => line.object)}::text[],
      ${each((line) => line.runs)}::int[], ${each((line) => line.calls)}::int[],
      ${each((line) => BigInt(line.sentBytes))}::bigint[], ${each((line) => line.maxSentBytes)}::int[],
      ${each((line) => BigInt(line.receivedBytes))}::bigint[], ${each((line) => line.statuses['2xx'] ?? 0)}::int[],
      ${each((line) => line.statuses['3xx'] ?? 0)}::int[], ${each((line) => line.statuses['4xx'] ?? 0)}::int[],
      ${each((line) => line.statuses['5xx'] ?? 0)}::int[], ${each((line) => line.statuses.refused ?? 0)}::int[],
      ${each((line) => line.isFirstEver)}::boolean[])
      AS seen("id", "versionId", "skillSlug", "kind", "object", "runs", "calls", "sentBytes", "maxSentBytes",
        "receivedBytes", "status2xx", "status3xx", "status4xx", "status5xx", "refused", "isFirstEver")
    JOIN "Version" AS version ON version."id" = seen."versionId"
    ORDER BY 2, 3, 4, 5
    ON CONFLICT ("versionId", "skillSlug", "kind", "object") DO UPDATE SET
      "runs" = counted."runs" + excluded."runs", "calls" = counted."calls" + excluded."calls",
      "sentBytes" = counted."sentBytes" + excluded."sentBytes",
      "maxSentBytes" = greatest(counted."maxSentBytes", excluded."maxSentBytes"),
      "receivedBytes" = counted."receivedBytes" + excluded."receivedBytes",
      "status2xx" = counted."status2xx" + excluded."status2xx", "status3xx" = counted."status3xx" + excluded."status3xx",
      "status4xx" = counted."status4xx" + excluded."status4xx", "status5xx" = counted."status5xx" + excluded."status5xx",
      "refused" = counted."refused" + excluded."refused", "lastSeenAt" = excluded."lastSeenAt"
    RETURNING "versionId", "isFirstEver", (xmax = 0) AS "isNew"`
  const firsts = inserted.filter(({ isNew, isFirstEver }) => isNew && isFirstEver)
  return [...new Set(firsts.map(({ versionId }) => versionId))]
}

function orderOf({ versionId, ...line }: { versionId: string } & BehaviourLine): string {
  return `${versionId} ${keyOfLine(line)}`
}

export type SeenBy = { versionId: string; skill: string; kind: string; object: string; digest: string }

/** Counts an organisation for a line, unless it or three others were counted before. */
export async function addOrganisation(tx: Database | Tx, seen: SeenBy): Promise<void> {
  const { versionId, skill, kind, object, digest } = seen
  await tx.$executeRaw`
    UPDATE "BehaviourLine" SET
      "organisations" = "organisations" + 1,
      "organisationDigests" =
        CASE WHEN "organisations" + 1 >= ${SHOWN_FROM_ORGANISATIONS} THEN '{}'::text[]
        ELSE array_append("organisationDigests", ${digest}) END
    WHERE "versionId" = ${versionId} AND "skillSlug" = ${skill} AND "kind" = ${kind} AND "object" = ${object}
      AND "organisations" < ${SHOWN_FROM_ORGANISATIONS} AND NOT ${digest} = ANY("organisationDigests")`
}

/** Pauses versions unless they are, and returns those that were not. */
export async function pauseVersions(tx: Tx, versionIds: readonly string[], at: Date): Promise<void> {
  await tx.versionBehaviour.updateMany({
    where: { versionId: { in: [...versionIds] }, pausedAt: null },
    data: { pausedAt: at },
  })
}

/** Returns false if the version is not paused. */
export async function resumeVersion(tx: Tx, versionId: string, at: Date): Promise<boolean> {
  const { count } = await tx.versionBehaviour.updateMany({
    where: { versionId, pausedAt: { not: null } },
    data: { pausedAt: null, resumedAt: at },
  })
  return count > 0
}

const subjectFields = {
  id: true,
  number: true,
  reviewed: true,
  visibility: true,
  skillSetId: true,
  behaviour: { select: { pausedAt: true } },
  skillSet: {
    select: {
      slug: true,
      name: true,
      publisher: { select: { handle: true, displayName: true, organisationId: true } },
    },
  },
} as const

/**
 * Takes first-ever lines that nobody was told of, and marks them as told. Another process gets others. Returns them with
 * their versions.
 */
export async function takeUnreportedLines(tx: Tx, now: Date) {
  const taken = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "BehaviourLine" SET "reportedAt" = ${now} WHERE "id" IN (
      SELECT "id" FROM "BehaviourLine" WHERE "isFirstEver" AND "reportedAt" IS NULL
      ORDER BY "versionId", "id" LIMIT 500 FOR UPDATE SKIP LOCKED
    ) RETURNING "id"`
  if (taken.length === 0) return []
  const rows = await tx.behaviourLine.findMany({
    where: { id: { in: taken.map(({ id }) => id) } },
    select: { ...lineFields, organisations: true, version: { select: subjectFields } },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ version, organisations, ...row }) => ({ version, organisations, line: toLine(row) }))
}

const FIRSTS_SHOWN = 200

/** Returns the first-ever lines of all versions, the newest first. */
export async function listFirstEverLines(db: Database) {
  const rows = await db.behaviourLine.findMany({
    where: { isFirstEver: true },
    select: { ...lineFields, firstSeenAt: true, version: { select: subjectFields } },
    orderBy: [{ firstSeenAt: 'desc' }, { id: 'desc' }],
    take: FIRSTS_SHOWN,
  })
  return rows.map(({ version, firstSeenAt, ...row }) => ({ version, firstSeenAt, line: toLine(row) }))
}

export type FirstEverRow = Awaited<ReturnType<typeof listFirstEverLines>>[number]

export function findPausedVersion(db: Database | Tx, versionId: string) {
  return db.version.findUnique({ where: { id: versionId }, select: subjectFields })
}
