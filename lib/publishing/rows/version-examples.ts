import type { Prisma } from '../../kernel/db/generated/client.ts'
import { dataColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type CheckedExample = { skillSlug: string; exampleIndex: number; recordingId: string }

/** Notes with which recordings a version was submitted; all have just passed. Recordings that are gone are left out. */
export async function linkRecordings(
  tx: Tx,
  {
    versionId,
    skillSetId,
    examples,
  }: { versionId: string; skillSetId: string; examples: readonly CheckedExample[] },
): Promise<void> {
  await tx.versionExample.deleteMany({ where: { versionId } })
  const ids = examples.map(({ recordingId }) => recordingId)
  const existing = await tx.exampleRecording.findMany({
    where: { id: { in: ids }, skillSetId },
    select: { id: true },
  })
  const known = new Set(existing.map(({ id }) => id))
  const data = examples
    .filter(({ recordingId }) => known.has(recordingId))
    .map((example) => ({ ...example, versionId, offlineAt: new Date(), offlineResult: 'passed' }))
  if (data.length > 0) await tx.versionExample.createMany({ data })
}

const dueFields = {
  versionId: true,
  skillSlug: true,
  exampleIndex: true,
  failedNights: true,
  liveAt: true,
  recording: {
    select: {
      ...{ id: true, sealed: true, keyId: true, recordedAt: true },
      content: { select: { id: true, store: true, sizeBytes: true } },
    },
  },
  version: {
    select: {
      number: true,
      skillSet: {
        select: { id: true, slug: true, publisher: { select: { handle: true, organisationId: true } } },
      },
    },
  },
} satisfies Prisma.VersionExampleSelect

export type DueExample = Prisma.VersionExampleGetPayload<{ select: typeof dueFields }>

/** Versions that people get: those of the catalogue, and those that a rollout gives to a share of the organisations. */
const SERVED: Prisma.VersionWhereInput = {
  OR: [{ entries: { some: {} } }, { rollout: { state: 'rolling' } }],
}

/** Returns examples that were not checked offline since `before`, longest first. */
export function listDueOffline(db: Database, before: Date, take: number): Promise<DueExample[]> {
  return db.versionExample.findMany({
    where: { version: SERVED, offlineAt: { lt: before } },
    select: dueFields,
    orderBy: { offlineAt: 'asc' },
    take,
  })
}

/** Returns examples that were not checked live since `before`, longest first. */
export function listDueLive(db: Database, before: Date, take: number): Promise<DueExample[]> {
  return db.versionExample.findMany({
    where: { version: SERVED, OR: [{ liveAt: null }, { liveAt: { lt: before } }] },
    select: dueFields,
    orderBy: { liveAt: { sort: 'asc', nulls: 'first' } },
    take,
  })
}

/** Returns the checks of a SkillSet's versions that people get, the newest version first; [] without recordings. */
export function listChecksOfSkillSet(db: Database, skillSetId: string): Promise<OwnCheck[]> {
  return db.versionExample.findMany({
    where: { version: { skillSetId, ...SERVED } },
    select: checkFields,
    orderBy: [{ version: { createdAt: 'desc' } }, { skillSlug: 'asc' }, { exampleIndex: 'asc' }],
  })
}

const checkFields = {
  skillSlug: true,
  exampleIndex: true,
  offlineAt: true,
  offlineResult: true,
  offlineDetails: true,
  failedNights: true,
  liveAt: true,
  liveResult: true,
  liveDetails: true,
  recording: { select: { id: true, recordedAt: true, publicAt: true } },
  version: { select: { id: true, number: true, visibility: true } },
} satisfies Prisma.VersionExampleSelect

type OwnCheck = Prisma.VersionExampleGetPayload<{ select: typeof checkFields }>

type ExampleKey = { versionId: string; skillSlug: string; exampleIndex: number }

/** Claims a check for this process: it is due again a day later, also if this process ends before it has a result. */
export async function claimOffline(db: Database, key: ExampleKey, before: Date): Promise<boolean> {
  return (
    (
      await db.versionExample.updateMany({
        where: { ...pick(key), offlineAt: { lt: before } },
        data: { offlineAt: new Date() },
      })
    ).count === 1
  )
}

/** The same for a live check. */
export async function claimLive(db: Database, key: ExampleKey, before: Date): Promise<boolean> {
  const isDue = { OR: [{ liveAt: null }, { liveAt: { lt: before } }] }
  return (
    (await db.versionExample.updateMany({ where: { ...pick(key), ...isDue }, data: { liveAt: new Date() } }))
      .count === 1
  )
}

function pick({ versionId, skillSlug, exampleIndex }: ExampleKey): ExampleKey {
  return { versionId, skillSlug, exampleIndex }
}

export async function storeOfflineResult(
  db: Database | Tx,
  key: ExampleKey,
  { result, details, failedNights }: { result: string; details: readonly string[]; failedNights: number },
): Promise<void> {
  await db.versionExample.updateMany({
    where: pick(key),
    data: { offlineAt: new Date(), offlineResult: result, offlineDetails: dataColumn(details), failedNights },
  })
}

export async function storeLiveResult(
  db: Database | Tx,
  key: ExampleKey,
  { result, details }: { result: string; details: readonly string[] },
): Promise<void> {
  await db.versionExample.updateMany({
    where: pick(key),
    data: { liveAt: new Date(), liveResult: result, liveDetails: dataColumn(details) },
  })
}

const healthFields = {
  exampleIndex: true,
  offlineAt: true,
  offlineResult: true,
  failedNights: true,
  liveAt: true,
  liveResult: true,
  liveDetails: true,
  recording: { select: { id: true, recordedAt: true, publicAt: true } },
} satisfies Prisma.VersionExampleSelect

export type ExampleHealthRow = Prisma.VersionExampleGetPayload<{ select: typeof healthFields }>

/** Returns the checks of a skill's examples, in their order; [] without recordings. */
export function listExampleHealth(
  db: Database | Tx,
  { versionId, skillSlug }: Omit<ExampleKey, 'exampleIndex'>,
): Promise<ExampleHealthRow[]> {
  return db.versionExample.findMany({
    where: { versionId, skillSlug },
    select: healthFields,
    orderBy: { exampleIndex: 'asc' },
  })
}
