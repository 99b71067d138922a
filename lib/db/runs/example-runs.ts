import { isStorable } from '../../validation/storable.ts'
import type { Database, Tx } from '../core/prisma-client.ts'
import type { Prisma, Run } from '../generated/client.ts'

/** A run of another submission is left there. */
export async function linkExampleRuns(
  tx: Tx,
  { submissionId, versionId, runIds }: { submissionId: string; versionId: string; runIds: readonly string[] },
): Promise<void> {
  await tx.run.updateMany({
    where: { id: { in: [...runIds] }, submissionId: null },
    data: { submissionId, versionId },
  })
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

export type RecordedExampleRow = Prisma.RunGetPayload<{ select: typeof recordedFields }>

/** By index. */
export async function listRecordedExampleRuns(
  db: Database | Tx,
  { versionId, skillName }: { versionId: string; skillName: string },
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
      skillName,
      exampleIndex: { not: null },
      state: 'succeeded',
      hasOutput: true,
      parentRunId: null,
    },
    select: recordedFields,
    orderBy: { exampleIndex: 'asc' },
  })
}
