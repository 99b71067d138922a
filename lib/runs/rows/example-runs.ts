import type { Preset, Prisma, Run } from '../../kernel/db/generated/client.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { isStorable } from '../../kernel/validation/storable.ts'

/** Attaches example runs to a submission; runs of another submission stay with it. */
export async function linkExampleRuns(
  tx: Tx,
  { submissionId, versionId, runIds }: { submissionId: string; versionId: string; runIds: readonly string[] },
): Promise<void> {
  await tx.run.updateMany({
    where: { id: { in: [...runIds] }, submissionId: null },
    data: { submissionId, versionId },
  })
}

/** Counts those of the runs that exist and belong to no submission yet. */
export function countUnlinkedRuns(db: Database | Tx, runIds: readonly string[]): Promise<number> {
  return db.run.count({ where: { id: { in: [...runIds] }, submissionId: null } })
}

export function listExampleRuns(db: Database | Tx, submissionId: string): Promise<Run[]> {
  return db.run.findMany({
    where: { submissionId },
    orderBy: [{ skillName: 'asc' }, { exampleIndex: 'asc' }],
  })
}

const recordedFields = {
  exampleIndex: true,
  input: true,
  output: true,
  durationMs: true,
  createdAt: true,
} satisfies Prisma.RunSelect

type RecordedExampleRow = Prisma.RunGetPayload<{ select: typeof recordedFields }>

/** Returns the runs of a version's examples at its last submission, in their order; [] if it was never submitted. */
export async function listRecordedExampleRuns(
  db: Database | Tx,
  { versionId, skillNames }: { versionId: string; skillNames: readonly string[] },
): Promise<RecordedExampleRow[]> {
  if (!isStorable(versionId)) return []
  const submission = await db.submission.findFirst({
    where: { versionId },
    select: { id: true },
    orderBy: { revision: 'desc' },
  })
  if (!submission) return []
  return db.run.findMany({
    where: {
      submissionId: submission.id,
      skillName: { in: [...skillNames] },
      exampleIndex: { not: null },
      state: 'succeeded',
      hasOutput: true,
      parentRunId: null,
    },
    select: recordedFields,
    orderBy: { exampleIndex: 'asc' },
  })
}

export type PresetRow = Preset

export type PresetScope = { userId: string; organisationId: string; skillName: string }

export function listPresetRows(db: Database | Tx, scope: PresetScope): Promise<PresetRow[]> {
  return db.preset.findMany({ where: scope, orderBy: { name: 'asc' } })
}

export function countPresetRows(db: Database | Tx, scope: PresetScope): Promise<number> {
  return db.preset.count({ where: scope })
}

/** Returns null if the person has a preset of that name for the skill. */
export async function insertPreset(
  db: Database | Tx,
  preset: PresetScope & { skillSetId: string; name: string; input: Json },
): Promise<PresetRow | null> {
  const [inserted] = await db.preset.createManyAndReturn({
    data: [{ ...preset, input: jsonColumn(preset.input) }],
    skipDuplicates: true,
  })
  return inserted ?? null
}

/** Returns false if the person has no such preset. */
export async function deletePresetRow(
  db: Database | Tx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  if (!isStorable(id)) return false
  const { count } = await db.preset.deleteMany({ where: { id, userId } })
  return count === 1
}
