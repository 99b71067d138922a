import type { Prisma } from '../../kernel/db/generated/client.ts'
import { dataColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { ReplayAnswerKind } from '../model/own-replay.ts'
import type { ReplayDifference, ReplaySource, ReplayVerdict } from '../model/replay-verdicts.ts'

const headFields = {
  submissionId: true,
  skillSetId: true,
  baseVersionId: true,
  state: true,
  codeDigest: true,
  unchangedSkills: true,
  copiedFromId: true,
  audience: true,
  isBudgetUsed: true,
  endedAt: true,
} satisfies Prisma.ReplaySelect

export type ReplayRow = Prisma.ReplayGetPayload<{ select: typeof headFields }>

/** Has the next round of a worker replay the submission. */
export async function insertReplay(
  tx: Tx,
  replay: { submissionId: string; skillSetId: string; baseVersionId: string },
): Promise<void> {
  await tx.replay.create({ data: replay })
}

/** Returns null for a submission that is compared with nothing. */
export function findReplay(db: Database | Tx, submissionId: string): Promise<ReplayRow | null> {
  return db.replay.findUnique({ where: { submissionId }, select: headFields })
}

/** Submissions that were decided or withdrawn need no replay any more. */
const IS_WAITING = { state: 'waiting', submission: { decision: null } } satisfies Prisma.ReplayWhereInput

/**
 * Takes a replay for this process until `until`: new ones first, then the one that waits longest, so that a large one does not
 * hold up the others. Returns null if there is none.
 */
export async function claimReplay(db: Database, until: Date): Promise<ReplayRow | null> {
  const isFree = { OR: [{ leaseUntil: null }, { leaseUntil: { lt: new Date() } }] }
  const next = await db.replay.findFirst({
    where: { ...IS_WAITING, ...isFree },
    select: headFields,
    orderBy: [{ servedAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'asc' }],
  })
  if (!next) return null
  const { count } = await db.replay.updateMany({
    where: { submissionId: next.submissionId, state: 'waiting', ...isFree },
    data: { leaseUntil: until, servedAt: new Date() },
  })
  return count === 1 ? next : null
}

export async function releaseReplay(db: Database, submissionId: string): Promise<void> {
  await db.replay.updateMany({ where: { submissionId }, data: { leaseUntil: null } })
}

export async function endReplay(db: Database, submissionId: string): Promise<void> {
  await db.replay.updateMany({
    where: { submissionId },
    data: { state: 'ended', endedAt: new Date(), leaseUntil: null },
  })
}

/** Returns how many submissions of the SkillSet were tried on runs of other organisations since then. */
export function countReplaysSince(db: Database, skillSetId: string, since: Date): Promise<number> {
  return db.replay.count({
    where: { skillSetId, createdAt: { gte: since }, copiedFromId: null, usedOthers: true },
  })
}

/** Returns the id of an ended replay of the same code; null if there is none. */
export async function findReplayOfCode(
  db: Database,
  { baseVersionId, codeDigest }: { baseVersionId: string; codeDigest: string },
): Promise<string | null> {
  const row = await db.replay.findFirst({
    where: { baseVersionId, codeDigest, state: 'ended', copiedFromId: null },
    select: { submissionId: true },
    orderBy: { createdAt: 'desc' },
  })
  return row?.submissionId ?? null
}

/** Takes over the cases of another replay; nothing of this one is tried. */
export async function copyReplay(
  tx: Tx,
  { submissionId, from, codeDigest }: { submissionId: string; from: string; codeDigest: string },
): Promise<void> {
  const { unchangedSkills, isBudgetUsed } = await tx.replay.findUniqueOrThrow({
    where: { submissionId: from },
  })
  const cases = await listCases(tx, { submissionId: from })
  await tx.replayCase.createMany({
    data: cases.map((each) => ({
      ...each,
      submissionId,
      differences: dataColumn(each.differences),
    })),
  })
  await tx.replay.update({
    where: { submissionId },
    data: { codeDigest, unchangedSkills, isBudgetUsed, copiedFromId: from },
  })
}

export async function saveAudience(
  db: Database,
  submissionId: string,
  audience: Json & object,
): Promise<void> {
  await db.replay.updateMany({ where: { submissionId }, data: { audience: dataColumn(audience) } })
}

export type NewCase = {
  source: ReplaySource
  skillSlug: string
  runId?: string
  organisationId?: string
  index?: number
}

export async function saveCases(
  tx: Tx,
  submissionId: string,
  chosen: {
    codeDigest: string
    unchangedSkills: readonly string[]
    isBudgetUsed: boolean
    cases: readonly NewCase[]
  },
): Promise<void> {
  const { cases, unchangedSkills, ...replay } = chosen
  await tx.replayCase.createMany({
    data: cases.map((each, number) => ({ ...each, submissionId, number })),
  })
  await tx.replay.update({
    where: { submissionId },
    data: {
      ...replay,
      unchangedSkills: [...unchangedSkills],
      usedOthers: cases.some(({ source }) => source === 'others'),
    },
  })
}

const caseFields = {
  submissionId: true,
  number: true,
  source: true,
  skillSlug: true,
  index: true,
  runId: true,
  organisationId: true,
  verdict: true,
  differences: true,
} satisfies Prisma.ReplayCaseSelect

type StoredCase = Prisma.ReplayCaseGetPayload<{ select: typeof caseFields }>

export type ReplayCaseRow = Omit<StoredCase, 'source' | 'verdict' | 'differences'> & {
  source: ReplaySource
  /** Null until it is performed. */
  verdict: ReplayVerdict | null
  differences: ReplayDifference[]
}

// Only this file writes them.
const toCase = (row: StoredCase) => row as ReplayCaseRow

export async function listCases(
  db: Database | Tx,
  where: { submissionId: string; organisationId?: string },
): Promise<ReplayCaseRow[]> {
  const rows = await db.replayCase.findMany({ where, select: caseFields, orderBy: { number: 'asc' } })
  return rows.map(toCase)
}

/** Returns how many cases of each verdict the organisation has in each of the replays that it has any in. */
export async function countOwnCases(
  db: Database,
  organisationId: string,
  submissionIds: readonly string[],
): Promise<{ submissionId: string; verdict: ReplayVerdict | null; count: number }[]> {
  const rows = await db.replayCase.groupBy({
    by: ['submissionId', 'verdict'],
    where: { organisationId, submissionId: { in: [...submissionIds] } },
    _count: true,
  })
  return rows.map(({ submissionId, verdict, _count }) => ({
    submissionId,
    // Only this file writes them.
    verdict: verdict as ReplayVerdict | null,
    count: _count,
  }))
}

/** Returns how many judged cases of each verdict the organisations have that agreed to replays. */
export async function countCasesOfOthers(
  db: Database,
  submissionId: string,
): Promise<{ organisationId: string; verdict: ReplayVerdict; count: number }[]> {
  const rows = await db.replayCase.groupBy({
    by: ['organisationId', 'verdict'],
    where: { submissionId, source: 'others' },
    _count: true,
  })
  return rows.flatMap(({ organisationId, verdict, _count }) =>
    organisationId === null || verdict === null
      ? []
      : // Only this file writes them.
        [{ organisationId, verdict: verdict as ReplayVerdict, count: _count }],
  )
}

export async function listOpenCases(
  db: Database,
  submissionId: string,
  take: number,
): Promise<ReplayCaseRow[]> {
  const rows = await db.replayCase.findMany({
    where: { submissionId, verdict: null },
    select: caseFields,
    orderBy: { number: 'asc' },
    take,
  })
  return rows.map(toCase)
}

export async function findCase(
  db: Database,
  { submissionId, number }: { submissionId: string; number: number },
): Promise<ReplayCaseRow | null> {
  const row = await db.replayCase.findUnique({
    where: { submissionId_number: { submissionId, number } },
    select: caseFields,
  })
  return row && toCase(row)
}

/** Does nothing for a case that is gone. */
export async function storeJudgement(
  db: Database,
  { submissionId, number }: Pick<ReplayCaseRow, 'submissionId' | 'number'>,
  { verdict, differences }: { verdict: ReplayVerdict; differences: readonly ReplayDifference[] },
): Promise<void> {
  await db.replayCase.updateMany({
    where: { submissionId, number },
    data: { verdict, differences: dataColumn(differences) },
  })
}

export type ReplayableRun = { id: string; organisationId: string; skillName: string }

type RunSearch = {
  skillSetId: string
  versionIds: readonly string[]
  skillNames: readonly string[]
  /** The publisher's, whose own runs need no consent. */
  publisherOrganisationId: string
  /** False for the publisher's own runs only. */
  withOthers: boolean
  /** Of each organisation and skill. */
  take: number
}

/** Returns the newest delivered runs that are still stored, of the publisher and of organisations that agreed. */
export function listReplayableRuns(db: Database, search: RunSearch): Promise<ReplayableRun[]> {
  const { skillSetId, publisherOrganisationId, withOthers, take } = search
  return db.$queryRaw<ReplayableRun[]>`
    SELECT found."id", found."organisationId", found."skillName"
    FROM (
      SELECT ${publisherOrganisationId} AS "id"
      UNION SELECT "organisationId" FROM "ReplayConsent" WHERE "skillSetId" = ${skillSetId} AND ${withOthers}
    ) AS agreed
    CROSS JOIN unnest(${[...search.skillNames]}::text[]) AS wanted("name")
    CROSS JOIN LATERAL (
      SELECT "id", "organisationId", "skillName" FROM "Run"
      WHERE "organisationId" = agreed."id" AND "skillName" = wanted."name"
        AND "versionId" = ANY(${[...search.versionIds]}) AND "mode" = 'production' AND "state" = 'succeeded'
        AND NOT "dryRun" AND "purgedAt" IS NULL
      ORDER BY "id" DESC LIMIT ${take}
    ) AS found`
}

export type ReplayedRunLine = { atMs: number; input: string | null; isPurged: boolean; isRecorded: boolean }

/** Returns what tells runs apart in a list, by id. Those that are gone are missing. */
export async function listReplayedRunLines(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, ReplayedRunLine>> {
  const rows = await db.run.findMany({
    where: { id: { in: [...ids] } },
    select: {
      ...{ id: true, createdAt: true, inputSummary: true, purgedAt: true },
      replayRecording: { select: { runId: true } },
    },
  })
  return new Map(
    rows.map(({ id, createdAt, inputSummary: input, purgedAt, replayRecording }) => [
      id,
      {
        ...{ atMs: createdAt.getTime(), input },
        ...{ isPurged: purgedAt !== null, isRecorded: replayRecording !== null },
      },
    ]),
  )
}

export type PastRun = {
  id: string
  organisationId: string
  input: Json
  /** Null if it was stored as a blob only. */
  output: Json
  versionId: string | null
  startedAt: Date | null
  createdAt: Date
  recording: {
    sealed: Uint8Array
    keyId: string
    content: { id: string; store: string; sizeBytes: bigint } | null
  } | null
}

/** Returns null if the run, or its content, is gone. */
export async function findPastRun(db: Database, id: string): Promise<PastRun | null> {
  const row = await db.run.findFirst({
    where: { id, purgedAt: null },
    select: {
      ...{ id: true, organisationId: true, input: true, output: true, versionId: true },
      ...{ startedAt: true, createdAt: true },
      replayRecording: {
        select: {
          sealed: true,
          keyId: true,
          content: { select: { id: true, store: true, sizeBytes: true } },
        },
      },
    },
  })
  return (
    row && { ...row, input: row.input as Json, output: row.output as Json, recording: row.replayRecording }
  )
}

/**
 * Returns the SkillSets that the organisation publishes, has installed, ran since `since`, or agreed to, by name; without
 * `replayConsents` if it did not agree.
 */
export function listReplayable(db: Database, organisationId: string, since: Date) {
  const own = { some: { organisationId } }
  const recent = { some: { organisationId, createdAt: { gte: since }, mode: 'production' } }
  const isOwn = { publisher: { organisationId }, versions: { some: { state: 'PUBLISHED' as const } } }
  return db.skillSet.findMany({
    where: { OR: [{ installs: own }, { replayConsents: own }, { runs: recent }, isOwn] },
    select: {
      ...{ slug: true, name: true, publisher: { select: { handle: true } } },
      replayConsents: { where: { organisationId }, select: { agreedAt: true } },
    },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 200,
  })
}

export async function saveReplayConsent(
  tx: Tx,
  consent: { organisationId: string; skillSetId: string; agreedById: string },
): Promise<void> {
  await tx.replayConsent.createMany({ data: consent, skipDuplicates: true })
}

/** Withdraws the consent, and deletes what was recorded, compared and answered because of it. */
export async function deleteReplayConsent(
  tx: Tx,
  { organisationId, skillSetId }: { organisationId: string; skillSetId: string },
): Promise<void> {
  await tx.replayConsent.deleteMany({ where: { organisationId, skillSetId } })
  await tx.replayRecording.deleteMany({ where: { organisationId, skillSetId } })
  await tx.replayCase.deleteMany({ where: { organisationId, source: 'others', replay: { skillSetId } } })
  await tx.replayAnswer.deleteMany({ where: { organisationId, replay: { skillSetId } } })
}

/** The same for all organisations: their consent was to the former owner. */
export async function deleteReplayConsents(tx: Tx, skillSetIds: readonly string[]): Promise<void> {
  const where = { skillSetId: { in: [...skillSetIds] } }
  await tx.replayConsent.deleteMany({ where })
  await tx.replayRecording.deleteMany({ where })
  await tx.replayCase.deleteMany({ where: { source: 'others', replay: where } })
}

const ownFields = (organisationId: string) =>
  ({
    ...{ submissionId: true, createdAt: true },
    submission: {
      select: {
        decision: true,
        version: {
          select: {
            number: true,
            skillSet: { select: { slug: true, name: true, publisher: { select: { handle: true } } } },
          },
        },
      },
    },
    answers: { where: { organisationId }, select: { answer: true } },
  }) satisfies Prisma.ReplaySelect

/** Returns the last 50 replays on runs of the organisation, newest first. */
export function listOwnReplayHeads(db: Database, organisationId: string) {
  return db.replay.findMany({
    where: { cases: { some: { organisationId } } },
    select: ownFields(organisationId),
    orderBy: { createdAt: 'desc' },
    take: 50,
  })
}

/** Returns the submission of a version that was tried on runs of the organisation; null if there is none. */
export async function findOwnReplayOf(
  db: Database,
  { versionId, organisationId }: { versionId: string; organisationId: string },
): Promise<string | null> {
  const replay = await db.replay.findFirst({
    where: { submission: { versionId }, cases: { some: { organisationId } } },
    select: { submissionId: true },
    orderBy: { createdAt: 'desc' },
  })
  return replay?.submissionId ?? null
}

export type ReplayAnswerRow = { answer: string; note: string; answeredAt: Date }

export async function saveReplayAnswer(
  tx: Tx,
  {
    submissionId,
    organisationId,
    ...answer
  }: { submissionId: string; organisationId: string; answer: string; note: string; answeredById: string },
): Promise<void> {
  await tx.replayAnswer.upsert({
    where: { submissionId_organisationId: { submissionId, organisationId } },
    create: { submissionId, organisationId, ...answer },
    update: { ...answer, answeredAt: new Date() },
  })
}

export function findReplayAnswer(
  db: Database,
  key: { submissionId: string; organisationId: string },
): Promise<ReplayAnswerRow | null> {
  return db.replayAnswer.findUnique({
    where: { submissionId_organisationId: key },
    select: { answer: true, note: true, answeredAt: true },
  })
}

export async function listReplayAnswers(
  db: Database,
  submissionId: string,
): Promise<{ answer: ReplayAnswerKind; note: string }[]> {
  const rows = await db.replayAnswer.findMany({
    where: { submissionId },
    select: { answer: true, note: true },
    orderBy: { answeredAt: 'asc' },
  })
  // Only `saveReplayAnswer` writes them.
  return rows as { answer: ReplayAnswerKind; note: string }[]
}
