import { readContents } from '../../kernel/db/contents.ts'
import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { isStorable } from '../../kernel/validation/storable.ts'

export type RecordedInput = { skillSetId: string; skillSlug: string; inputDigest: string }

const headFields = {
  id: true,
  skillSetId: true,
  skillSlug: true,
  inputDigest: true,
  steps: true,
  sizeBytes: true,
  keptAt: true,
  publicAt: true,
  recordedAt: true,
} satisfies Prisma.ExampleRecordingSelect

export type RecordingHead = Prisma.ExampleRecordingGetPayload<{ select: typeof headFields }>

const sealedFields = {
  ...headFields,
  ...{ sealed: true, keyId: true, content: { select: { id: true, store: true, sizeBytes: true } } },
} satisfies Prisma.ExampleRecordingSelect

export type RecordingRow = Prisma.ExampleRecordingGetPayload<{ select: typeof sealedFields }>

/** After these, the rollout of a version has ended, so that the catalogue lists it or it was returned. */
const RECENT_VERSION_DAYS = 30

/**
 * A recording is used as long as a version was submitted with it that is in the catalogue or in review, or recent: replays of
 * the next version are answered from it.
 */
const whereUnused = () =>
  ({
    versions: {
      none: {
        version: {
          OR: [
            { entries: { some: {} } },
            { state: 'IN_REVIEW' },
            { state: 'PUBLISHED', publishedAt: { gt: new Date(Date.now() - RECENT_VERSION_DAYS * DAY_MS) } },
          ],
        },
      },
    },
  }) satisfies Prisma.ExampleRecordingWhereInput

/** Replaces a recording of the same input that nobody has kept. */
export async function insertRecording(
  tx: Tx,
  recording: RecordedInput & {
    id: string
    sealed: Uint8Array<ArrayBuffer>
    keyId: string
    contentId: string | null
    steps: number
    sizeBytes: number
    recordedById: string
  },
): Promise<RecordingHead> {
  const { skillSetId, skillSlug, inputDigest } = recording
  await tx.exampleRecording.deleteMany({ where: { skillSetId, skillSlug, inputDigest, keptAt: null } })
  return tx.exampleRecording.create({ data: recording, select: headFields })
}

/** Returns the recordings of a SkillSet without their content, newest first. */
export function listRecordingHeads(db: Database | Tx, skillSetId: string): Promise<RecordingHead[]> {
  return db.exampleRecording.findMany({
    where: { skillSetId },
    select: headFields,
    orderBy: { recordedAt: 'desc' },
  })
}

/** Returns null if there is none. */
export async function findRecording(id: string): Promise<RecordingRow | null> {
  if (!isStorable(id)) return null
  return readContents((db) => db.exampleRecording.findUnique({ where: { id }, select: sealedFields }))
}

/** Returns the last recording of this input that its publisher kept; null if there is none. */
export async function findKeptRecording(input: RecordedInput): Promise<RecordingRow | null> {
  return readContents((db) =>
    db.exampleRecording.findFirst({
      where: { ...input, keptAt: { not: null } },
      select: sealedFields,
      orderBy: { keptAt: 'desc' },
    }),
  )
}

/** Returns the recording with which an example of a version was submitted; null if there was none. */
export async function findRecordingOfVersion(example: {
  versionId: string
  skillSlug: string
  exampleIndex: number
}): Promise<RecordingRow | null> {
  return readContents((db) =>
    db.exampleRecording.findFirst({ where: { versions: { some: example } }, select: sealedFields }),
  )
}

/** Keeps a recording. Older ones of the same input that are not used are deleted. Returns false if it does not exist. */
export async function keepRecordingRow(
  tx: Tx,
  { id, ...input }: RecordedInput & { id: string },
): Promise<boolean> {
  const { count } = await tx.exampleRecording.updateMany({
    where: { id, ...input },
    data: { keptAt: new Date() },
  })
  if (count === 0) return false
  await tx.exampleRecording.deleteMany({ where: { ...input, id: { not: id }, ...whereUnused() } })
  return true
}

/** Returns false if the SkillSet has no such recording, or it is used. */
export async function deleteRecordingRow(
  tx: Tx,
  { id, skillSetId }: { id: string; skillSetId: string },
): Promise<boolean> {
  const { count } = await tx.exampleRecording.deleteMany({
    where: { id, skillSetId, ...whereUnused() },
  })
  return count === 1
}

/** Returns false if the SkillSet has no such recording that is kept. */
export async function setRecordingPublic(
  tx: Tx,
  { id, skillSetId, isPublic }: { id: string; skillSetId: string; isPublic: boolean },
): Promise<boolean> {
  const { count } = await tx.exampleRecording.updateMany({
    where: { id, skillSetId, keptAt: { not: null } },
    data: { publicAt: isPublic ? new Date() : null },
  })
  return count === 1
}

/** Of a version that everyone sees in the catalogue. */
const IS_PUBLIC = {
  publicAt: { not: null },
  versions: { some: { version: { visibility: 'PUBLIC', entries: { some: {} } } } },
} satisfies Prisma.ExampleRecordingWhereInput

/** Returns since when a recording is public, without reading its content; null for one that is not. */
export async function findPublicSince(db: Database, id: string): Promise<Date | null> {
  if (!isStorable(id)) return null
  const row = await db.exampleRecording.findFirst({ where: { id, ...IS_PUBLIC }, select: { publicAt: true } })
  return row?.publicAt ?? null
}

/** Returns a recording that its publisher made public, of a version that everyone sees in the catalogue; null otherwise. */
export async function findPublicRecording(id: string): Promise<RecordingRow | null> {
  if (!isStorable(id)) return null
  return readContents((db) =>
    db.exampleRecording.findFirst({
      where: { id, ...IS_PUBLIC },
      select: sealedFields,
    }),
  )
}

export async function sumRecordingBytes(tx: Tx, skillSetId: string): Promise<number> {
  const { _sum } = await tx.exampleRecording.aggregate({ where: { skillSetId }, _sum: { sizeBytes: true } })
  return _sum.sizeBytes ?? 0
}

/** Deletes all recordings of the SkillSets: they have answers to the secrets and accounts of the former owner. */
export async function deleteRecordings(tx: Tx, skillSetIds: readonly string[]): Promise<void> {
  await tx.exampleRecording.deleteMany({ where: { skillSetId: { in: [...skillSetIds] } } })
}
